package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Shape;
import io.penstock.testing.SmallFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Verbs that write to a disk without room say so in one line, and leave nothing of what they
/// began.
class ArrayFullDiskTest {
  private static final long ROOM = 1 << 20;

  @TempDir private Path folder;

  private Path large() throws IOException {
    return SmallArrays.doubles(folder.resolve("in.npy"), Shape.of(400, 500), new double[200_000]);
  }

  @Test
  void aConversionThatDoesNotFitLeavesNothing() throws IOException {
    Path in = large();
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path out = disk.folder().resolve("out.npy");
      refused(out, "array", "convert", in.toString(), out.toString());
      assertThat(disk.folder()).isEmptyDirectory();
    }
  }

  @Test
  void aRawConversionThatDoesNotFitLeavesNothing() throws IOException {
    Path in = large();
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path out = disk.folder().resolve("out.bin");
      refused(out, "array", "convert", in.toString(), out.toString(), "--raw-out");
      assertThat(disk.folder()).isEmptyDirectory();
    }
  }

  @Test
  void aFileThatWasToBeReplacedStaysAsItIs() throws IOException {
    Path in = large();
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path out = SmallArrays.matrix(disk.folder().resolve("out.npy"));
      byte[] older = Files.readAllBytes(out);
      refused(out, "array", "convert", in.toString(), out.toString(), "--force");
      refused(out, "array", "slice", in.toString(), "1:,:", out.toString(), "--force");
      assertThat(Files.readAllBytes(out)).isEqualTo(older);
      try (var files = Files.list(disk.folder())) {
        assertThat(files).containsExactly(out);
      }
    }
  }

  @Test
  void aPictureThatDoesNotFitLeavesNothing() throws IOException {
    Path in = large();
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 4096)) {
      Files.write(disk.folder().resolve("ballast"), new byte[4096]);
      Path out = disk.folder().resolve("a.svg");
      String line = line(CommandRun.of("array", "plot", in.toString(), "--svg", out.toString()));
      assertThat(line)
          .startsWith("penstock: " + out + ": cannot be written at byte ")
          .endsWith(": No space left on device");
      assertThat(disk.folder()).isDirectoryNotContaining("glob:**a.*");
    }
  }

  private void refused(Path out, String... arguments) {
    assertThat(line(CommandRun.of(arguments)))
        .contains(folder.resolve("disk").toString(), out.getFileName().toString())
        .endsWith("ENOSPC: no space left on the device");
  }

  private static String line(CommandRun run) {
    assertThat(run.results()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics()).startsWith("penstock: ");
    return run.diagnostics().lines().reduce("", (a, b) -> a.isEmpty() ? b : a + "\nMORE: " + b);
  }
}
