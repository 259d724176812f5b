package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What one thread allocates on the heap for each call in steady state: nothing. Each case has a
/// JVM of its own that compiles at once, so that steady state comes soon.
class AllocationTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "posix, native, read", "posix, native, write", "posix, foreign, read", "posix, foreign, write",
    "auto, native, read", "auto, native, write", "auto, foreign, read", "auto, foreign, write",
    "mapped, native, read", "mapped, native, write", "mapped, foreign, read",
        "mapped, foreign, write"
  })
  void smallTransfersAllocateNothing(String engine, String order, String method)
      throws IOException {
    assertAllocatesNothing(engine, order, method, 4 << 10, 2000);
  }

  @ParameterizedTest
  @CsvSource({
    "posix, native, read",
    "posix, native, write",
    "posix, foreign, read",
    "auto, native, read",
    "auto, foreign, write",
    "mapped, native, read",
    "mapped, foreign, write"
  })
  void largeTransfersAllocateNothing(String engine, String order, String method)
      throws IOException {
    assertAllocatesNothing(engine, order, method, 64 << 10, 3000);
  }

  @ParameterizedTest
  @CsvSource({
    "posix, native, read-tile",
    "posix, foreign, write-tile",
    "auto, foreign, read-tile",
    "auto, native, read-tile",
    "auto, native, write-tile",
    "mapped, native, write-tile"
  })
  void tilesAllocateNothing(String engine, String order, String method) throws IOException {
    assertAllocatesNothing(engine, order, method, 16 << 10, 1000);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "posix, native, read", "posix, native, write", "posix, foreign, read", "posix, foreign, write",
    "auto, native, read", "auto, native, write", "auto, foreign, read", "auto, foreign, write",
    "mapped, native, read", "mapped, native, write", "mapped, foreign, read",
        "mapped, foreign, write"
  })
  void transfersOfAMebibyteAllocateNothing(String engine, String order, String method)
      throws IOException {
    assertAllocatesNothing(engine, order, method, 1 << 20, 1000);
  }

  private void assertAllocatesNothing(
      String engine, String order, String method, int bytes, int calls) throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[SteadyState.FILE_BYTES]);
    List<String> options = List.of(ChildJvm.NATIVE_ACCESS, "-Xbatch", "-XX:TieredStopAtLevel=4");
    try (ChildJvm child =
        ChildJvm.start(
            options,
            Map.of(),
            SteadyState.class,
            file.toString(),
            engine,
            order,
            method,
            Integer.toString(bytes / Integer.BYTES),
            Integer.toString(calls))) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child::errors).isZero();
      assertThat(SteadyState.bytesACall(rounds(said.getLast())))
          .as("bytes a call, by rounds: %s", said)
          .isLessThan(SteadyState.MOST_BYTES_A_CALL);
    }
  }

  private static double[] rounds(String said) {
    return Arrays.stream(said.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
