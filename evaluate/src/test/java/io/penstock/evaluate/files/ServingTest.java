package io.penstock.evaluate.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.evaluate.run.Exercise.Reading;
import java.io.IOException;
import org.junit.jupiter.api.Test;
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
}
