package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A file that was found once, whatever becomes of its name.
class OpenPathTest {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileIsFoundWhenAnotherOneHasItsNameAndItsDescriptorIsClosed() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "old");
    Path again;
    try (OpenPath found = OpenPath.of(file);
        OpenPath once = OpenPath.of(file, found.path())) {
      Files.move(
          Files.writeString(folder.resolve("next"), "new"),
          file,
          StandardCopyOption.REPLACE_EXISTING);
      assertThat(found.lasts()).isTrue();
      assertThat(found.name()).isEqualTo(file);
      assertThat(found.path()).hasContent("old");
      assertThat(once.path()).isNotEqualTo(found.path()).hasContent("old");
      again = found.path();
    }
    assertThat(again).doesNotExist();
  }

  @Test
  void aFileOfAnotherFileSystemIsFoundByItsNameAlone() throws IOException {
    Path systems = Files.writeString(folder.resolve("f"), "the system's");
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(systems);
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> OpenPath.of(foreign))
        .withMessage(foreign + ": no such file");
    Path above = foreign.resolveSibling("");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> OpenPath.of(above))
        .withMessage(above + ": is a folder, not a regular file");
    Files.writeString(files.behind(foreign), "another");
    try (OpenPath found = OpenPath.of(foreign)) {
      assertThat(found.lasts()).isFalse();
      assertThat(found.path()).isEqualTo(foreign);
    }
  }

  @Test
  void whatIsNoRegularFileOrIsMissingIsRefusedAndNothingStaysOpen() throws IOException {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> OpenPath.of(folder))
        .withMessage(folder + ": is a folder, not a regular file");
    assertThat(BootstrapFileTest.descriptors(folder)).isZero();
    Path missing = folder.resolve("none");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> OpenPath.of(missing))
        .withMessage(missing + ": no such file");
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> OpenPath.of(loop))
        .withMessageStartingWith(loop + ": ");
  }

  @Test
  void aPipeIsFoundWithoutWaitingForItsOtherEnd() throws IOException {
    Path pipe = folder.resolve("pipe");
    String script = "mkfifo \"$1\"";
    SpokenAssumption.that(
        Script.succeeds(script, pipe.toString()), "no such node can be made here: " + script);
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> OpenPath.of(pipe))
        .withMessage(pipe + ": is a pipe or a device, not a regular file");
  }
}
