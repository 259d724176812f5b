package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.file.PageCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayInfoTest {
  @TempDir private Path folder;

  @Test
  void aNumpyFileDescribesItself() throws Exception {
    Path file = SmallArrays.matrix(folder.resolve("a.npy"));
    CommandRun run = CommandRun.of("array", "info", file.toString());
    assertThat(run.status()).isZero();
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.results().lines())
        .contains(
            "file         " + file,
            "format       NPY 1.0",
            "type         float64, in Java double",
            "shape        3 x 4",
            "elements     12",
            "storage      c, the last index runs fastest",
            "data         96 bytes from byte 128 on",
            "file size    224 bytes, 224 B")
        .anyMatch(line -> line.startsWith("engine       auto: "))
        .anyMatch(line -> line.startsWith("file system  "));
  }

  @Test
  void aFileOfWhichTheSystemKnowsNothingIsOnAnUnknownFileSystem() {
    assertThat(ArrayInfo.fileSystem(folder)).contains(", ");
    assertThat(ArrayInfo.fileSystem(folder.resolve("gone"))).isEqualTo("unknown");
  }

  @Test
  void aRawFileIsWhatItsDescriptionSays() throws Exception {
    Path file = Files.write(folder.resolve("a.bin"), new byte[40]);
    CommandRun run =
        CommandRun.of(
            "array",
            "info",
            file.toString(),
            "--raw",
            "complex64,big,2x2,8",
            "--raw-storage",
            "fortran",
            "--json");
    assertThat(run.results())
        .contains(
            "\"format\" : \"raw\"",
            "\"type\" : \"complex64\"",
            "\"byteOrder\" : \"big\"",
            "\"shape\" : [ 2, 2 ]",
            "\"storage\" : \"fortran\"",
            "\"dataOffset\" : 8",
            "\"dataBytes\" : 32",
            "\"fileBytes\" : 40")
        .doesNotContain("version");
  }

  @Test
  void whatLiesBehindTheArrayIsSaid() throws Exception {
    Path file = Files.write(folder.resolve("a.bin"), new byte[40]);
    assertThat(
            CommandRun.of("array", "info", file.toString(), "--raw", "uint8,native,6x4").results())
        .contains("byte order   none, numbers of one byte", "16 bytes behind the array");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 4097, 65536, 65537})
  void whatIsCachedOfAFileIsWhatTheKernelSays(int bytes) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[bytes]);
    OptionalLong kernels = PageCache.residentBytes(file, 0, bytes);
    assumeThat(kernels).as("cachestat(2)").isPresent();
    assertThat(ArrayInfo.cached(file, bytes)).isEqualTo(kernels);
    PageCache.evict(file);
    assertThat(ArrayInfo.cached(file, bytes)).isEqualTo(PageCache.residentBytes(file, 0, bytes));
  }
}
