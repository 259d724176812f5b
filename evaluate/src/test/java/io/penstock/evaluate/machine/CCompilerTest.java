package io.penstock.evaluate.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.evaluate.machine.CCompiler.Yardstick;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CCompilerTest {
  @TempDir Path cache;

  /// As on a file system that is mounted noexec, where no file can be run.
  @Test
  void aProgramThatCannotBeRunFromTheCacheIsNone() throws IOException {
    CCompiler compiler =
        new CCompiler(cache, "true", "c", ""); // it leaves a file without that right
    assertThatIOException()
        .isThrownBy(() -> compiler.program(Yardstick.MPI_START))
        .withMessageStartingWith(cache.toString())
        .withMessageEndingWith(
            ": no program can be run from there, which is mounted noexec perhaps; set"
                + " XDG_CACHE_HOME to another folder");
    try (Stream<Path> left = Files.walk(cache)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void aCacheThatCannotBeMadeIsSaidWithWhatToDo() throws IOException {
    Path file = Files.createFile(cache.resolve("file"));
    CCompiler compiler = new CCompiler(file.resolve("cache"), "true", "c", "");
    assertThatIOException()
        .isThrownBy(() -> compiler.program(Yardstick.MPI_START))
        .withMessageStartingWith(file.toString())
        .withMessageContaining(
            ": no program can be kept there; set XDG_CACHE_HOME to a folder that can be written to"
                + " (");
  }
}
