package io.penstock.evaluate.files;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is made of what wrk prints.
class ServingTest {
  private static final String SAID =
      """
      Running 4s test @ http://127.0.0.1:9101/
        1 threads and 16 connections
        103123 requests in 4.10s, 855.04MB read
      Requests/sec:  25151.95
      """;

  @Test
  void requestsAreCounted() throws IOException {
    assertThat(Serving.reading(SAID, true)).isEqualTo(new Reading(4_100_000_000L, 103_123));
  }

  @Test
  void bytesAreCountedInMebibytes() throws IOException {
    assertThat(Serving.reading(SAID, false).operations()).isEqualTo(855);
    assertThat(Serving.reading("12 requests in 1.00m, 1.50GB read", false))
        .isEqualTo(new Reading(60_000_000_000L, 1536));
    assertThat(Serving.reading("12 requests in 900.00ms, 2.00KB read", false))
        .isEqualTo(new Reading(900_000_000L, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Socket errors: connect 0, read 51, write 0, timeout 0",
        "Socket errors: connect 4, read 0, write 0, timeout 0",
        "Socket errors: connect 0, read 0, write 10, timeout 3",
        "Non-2xx or 3xx responses: 103123"
      })
  void aServerThatDoesNotAnswerEachRequestIsNotFastButFails(String line) {
    assertThatIOException()
        .isThrownBy(() -> Serving.reading(SAID + "  " + line + "\n", true))
        .withMessageContaining(line);
  }

  @Test
  void aServerThatIsSlowIsMeasured() throws IOException {
    String slow = "  Socket errors: connect 0, read 0, write 0, timeout 2\n";
    assertThat(Serving.reading(SAID + slow, true)).isEqualTo(Serving.reading(SAID, true));
  }

  @Test
  void anythingElseIsAnError() {
    assertThatIllegalStateException().isThrownBy(() -> Serving.reading("unable to connect", true));
  }

  @Test
  void aServerThatGivesOutOtherBytesIsNoticed(@TempDir Path folder) throws Exception {
    Drill drill =
        Drill.of("files-serve-requests", 1, Duration.ZERO)
            .with(SampleFiles.FILES, "3")
            .with(SampleFiles.MOST, "160");
    SampleFiles files = SampleFiles.pages(new DrillTask(drill, 0, folder.resolve("meeting")));
    byte[] other = Files.readAllBytes(files.file(0));
    other[7]++;
    assertThat(fault(files, Files.readAllBytes(files.file(0)), Files.readAllBytes(files.file(2))))
        .isEmpty();
    assertThat(fault(files, other, new byte[0]).orElseThrow())
        .isEqualTo("the server gives out other bytes than " + files.file(0) + " has");
    assertThat(fault(files, Files.readAllBytes(files.file(0)), new byte[0])).isPresent();
  }

  /// @param bodies that a server gives out, one after the other
  private static Optional<String> fault(SampleFiles files, byte[]... bodies) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread _ = Thread.startVirtualThread(() -> serve(server, bodies));
      return Serving.fault(files, server.getLocalPort());
    }
  }

  private static void serve(ServerSocket server, byte[]... bodies) {
    for (byte[] body : bodies) {
      try (Socket client = server.accept()) { // which ends when nobody asks any more
        int _ = client.getInputStream().read(new byte[4096]);
        String head =
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n";
        client.getOutputStream().write(head.getBytes(US_ASCII));
        client.getOutputStream().write(body);
      } catch (IOException _) {
        return;
      }
    }
  }
}
