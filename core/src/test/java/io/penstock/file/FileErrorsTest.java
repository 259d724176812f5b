package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Errors of files that cannot be used, in words and by their names.
class FileErrorsTest {
  private static final Path NAME = Path.of("/folder/f");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "2, java.nio.file.NoSuchFileException",
    "13, java.nio.file.AccessDeniedException",
    "17, java.nio.file.FileAlreadyExistsException",
    "5, java.nio.file.FileSystemException"
  })
  void anErrorNumberIsTheJdksExceptionForIt(int errno, Class<?> type) {
    assertThat(FileErrors.opening(NAME, errno, "words"))
        .isExactlyInstanceOf(type)
        .hasMessage("/folder/f: words");
  }

  @Test
  void whatTheJdkSaysByTheClassAloneIsSaidInWords() {
    assertThat(FileErrors.explained(NAME, new NoSuchFileException("x")))
        .isExactlyInstanceOf(NoSuchFileException.class)
        .hasMessage("/folder/f: no such file or folder");
    assertThat(FileErrors.explained(NAME, new AccessDeniedException("x")))
        .isExactlyInstanceOf(AccessDeniedException.class)
        .hasMessage("/folder/f: permission denied");
    assertThat(FileErrors.explained(NAME, new FileAlreadyExistsException("x")))
        .isExactlyInstanceOf(FileAlreadyExistsException.class)
        .hasMessage("/folder/f: the file exists");
    FileSystemException mute = new FileSystemLoopException("x");
    assertThat(FileErrors.explained(NAME, mute)).isSameAs(mute);
  }

  @Test
  void aReasonThatTheJdkGivesIsKeptWithTheNameThatTheUserKnows() {
    FileSystemException given = new FileSystemException("x", "/folder/y", "Device busy");
    assertThat(FileErrors.explained(NAME, given))
        .hasMessage("/folder/f -> /folder/y: Device busy")
        .hasCause(given);
    assertThat(FileErrors.explained(NAME, new FileSystemException("x", "/folder/f", "Device busy")))
        .hasMessage("/folder/f: Device busy");
  }

  @Test
  void whoClosedAChannelIsSaidInWords() {
    assertThat(FileErrors.reason(new ClosedByInterruptException()))
        .isEqualTo("the thread was interrupted");
    assertThat(FileErrors.reason(new AsynchronousCloseException()))
        .isEqualTo("another thread closed it");
    assertThat(FileErrors.reason(new ClosedChannelException())).isEqualTo("it was closed");
    assertThat(FileErrors.reason(new IOException("the device failed")))
        .isEqualTo("the device failed");
    assertThat(FileErrors.reason(new IOException())).isEqualTo("java.io.IOException");
  }

  @Test
  void aFolderIsNoRegularFileAndNothingToRead() throws IOException {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> FileErrors.requireRegular(folder))
        .withMessage(folder + ": is a folder, not a regular file");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> FileErrors.requireRegular(NAME, folder))
        .withMessage("/folder/f: is a folder, not a regular file");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> FileErrors.readable(folder))
        .withMessage(folder + ": is a folder; name a file");
    Path file = Files.write(folder.resolve("f"), new byte[5]);
    assertThatCode(() -> FileErrors.requireRegular(file)).doesNotThrowAnyException();
    assertThatCode(() -> FileErrors.requireRegular(NAME, file)).doesNotThrowAnyException();
    assertThat(FileErrors.readable(file).size()).isEqualTo(5);
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> FileErrors.readable(folder.resolve("none")))
        .withMessage(folder.resolve("none") + ": no such file");
  }

  @Test
  void aPathOfAnotherFileSystemIsNotTheSystemsOfThatName() {
    Path foreign = ForeignFileSystem.in(folder).getPath("/f");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> FileErrors.requireSystems(foreign, "copy it to disk first"))
        .withMessage("/f: belongs to file system 'foreign' of this JVM: copy it to disk first");
    assertThatCode(() -> FileErrors.requireSystems(folder, "")).doesNotThrowAnyException();
    UnsupportedOperationException cause = new UnsupportedOperationException();
    assertThat(FileErrors.withoutChannels(foreign, cause))
        .hasMessage(
            "/f: file system 'foreign' of this JVM has no file channels: copy the file to disk first")
        .hasCause(cause);
  }

  @Test
  void filesAreToldApart() throws IOException {
    Path file = Files.createFile(folder.resolve("f"));
    Path link = Files.createLink(folder.resolve("link"), file);
    assertThat(FileErrors.identity(link)).isPresent().isEqualTo(FileErrors.identity(file));
    assertThat(FileErrors.identity(folder)).isPresent().isNotEqualTo(FileErrors.identity(file));
    assertThat(FileErrors.ended(7))
        .isEqualTo("the file ends at 7; it may have been cut short by another process");
  }
}
