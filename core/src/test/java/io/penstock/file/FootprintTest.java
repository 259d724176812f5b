package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a transfer takes beside the array does not grow with the file.
@EnabledOnOs(OS.LINUX)
class FootprintTest {
  private static final long MOST = 64 << 20;
  private static final long FILE_BYTES = 512L << 20;

  /// The heap is resident from the start, so that what grows is the library's.
  private static final List<String> OPTIONS =
      List.of(ChildJvm.NATIVE_ACCESS, "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "auto, native",
    "auto, foreign",
    "posix, native",
    "posix, foreign",
    "mapped, native",
    "channel, native"
  })
  void aLargeFileIsReadInLittleMemory(String engine, String order) throws IOException {
    Path path = folder.resolve("sparse.raw");
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(FILE_BYTES);
    }
    try (ChildJvm child =
        ChildJvm.start(OPTIONS, Map.of(), Footprint.class, path.toString(), engine, order)) {
      assertThat(Long.parseLong(child.hear())).isLessThan(MOST);
    }
  }
}
