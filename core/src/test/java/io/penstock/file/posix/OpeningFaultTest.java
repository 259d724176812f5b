package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.LibC;
import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls of the system that open a file and are interrupted, held up, refused, or answered by a
/// number that is seldom met.
@EnabledOnOs(OS.LINUX)
class OpeningFaultTest {
  private static final int SIZE = 200_000;

  @TempDir Path folder;

  private final FaultyCalls calls = new FaultyCalls();
  private final LibC libc = calls.libc();

  @AfterEach
  void end() {
    calls.assertMet();
  }

  private Path write() throws IOException {
    return Files.write(folder.resolve("f"), new byte[SIZE]);
  }

  private EngineFile open(Path path) throws IOException {
    return PosixFile.openRegular(libc, "posix", path, path, OpenMode.READ_WRITE);
  }

  @Test
  void anInterruptedOpenIsMadeAgainAndOneThatIsHeldUpByALeaseWaitsForIt() throws IOException {
    Path path = write();
    calls.answering("open", -Errno.EINTR, -Errno.EAGAIN, -Errno.EINTR);
    try (EngineFile file = open(path)) {
      assertThat(file.size()).isEqualTo(SIZE);
    }
    calls.answering("open", -Errno.EIO, -Errno.EIO);
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> open(path))
        .withMessage("%s: EIO: the device failed", path);
    calls.answering("stat", -Errno.EIO);
    try (EngineFile file = open(path);
        Arena arena = Arena.ofConfined()) {
      assertThat(file.size()).isEqualTo(SIZE);
      file.write(SIZE, arena.allocate(1), 0, 1); // as it was to be opened
      assertThat(file.size()).isEqualTo(SIZE + 1);
    }
  }

  /// The first one is that where the process's standard input is closed.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFileIsOpenedAndMadeThoughItsDescriptorIsNought(boolean makes) throws IOException {
    Path path = write();
    calls.answering("open", 0).answering("close", 0);
    try (EngineFile file =
        makes ? PosixFile.create(libc, "posix", folder.resolve("new")) : open(path)) {
      assertThat(file.descriptor()).hasValue(0);
      assertThat(calls.calls("open")).isOne();
    }
  }

  @Test
  void aFileGoesPastTheCacheByDescriptorNought() throws IOException {
    Path path = write();
    PosixFile file = PosixFile.openRegular(libc, "posix-direct", path, path, OpenMode.READ_WRITE);
    calls.answering("open", 0).answering("close", 0);
    try (EngineFile past = PosixEngine.Direct.direct(libc, file, OpenMode.READ_WRITE)) {
      assertThat(past.ringDescriptor()).isZero();
    }
    assertThat(calls.calls("close")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "22, 'EINVAL: invalid argument); use engine posix on this file system'",
    "95, 'EOPNOTSUPP: the file system does not support this); use engine posix on this file system'",
    "2, 'ENOENT: no such file or directory): it is opened twice, by /proc, which is missing; use engine posix'",
    "5, 'EIO: the device failed)'"
  })
  void aFileThatCannotBeOpenedPastTheCacheSaysWhetherAnotherEngineHelpsAndIsClosed(
      int errno, String reason) throws IOException {
    Path path = write();
    PosixFile file = PosixFile.openRegular(libc, "posix-direct", path, path, OpenMode.READ_WRITE);
    calls.answering("open", -errno);
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> PosixEngine.Direct.direct(libc, file, OpenMode.READ_WRITE))
        .isNotInstanceOf(NoSuchFileException.class)
        .withMessage("%s: cannot be opened with O_DIRECT (%s", path, reason);
    assertThatIOException().isThrownBy(file::size).withMessageContaining("EBADF");
  }

  @Test
  void aNewFileIsMadeOnceThoughTheCallIsInterrupted() throws IOException {
    Path path = folder.resolve("new");
    calls.answering("open", -Errno.EINTR);
    try (EngineFile file = PosixFile.create(libc, "posix", path)) {
      assertThat(file.size()).isZero();
    }
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> PosixFile.create(libc, "posix", path))
        .withMessageContaining(path.toString());
  }

  @Test
  void aPipeThatTakesAFilesPlaceIsNotWaitedFor() throws Exception {
    Path path = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> open(path))
        .withMessage("%s: is a pipe or a device, not a regular file", path);
  }
}
