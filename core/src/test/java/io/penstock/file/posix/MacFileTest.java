package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.ffi.EmulatedMac;
import io.penstock.ffi.LibC;
import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files by the calls of macOS, which are played by those of Linux.
@EnabledOnOs(value = OS.LINUX, disabledReason = "Linux plays macOS here")
class MacFileTest {
  private static final int SIZE = 300_000;

  @TempDir Path folder;
  private final EmulatedMac mac = new EmulatedMac();
  private final LibC libc = mac.libc();

  private EngineFile open(Path path, boolean direct) throws IOException {
    PosixFile file = PosixFile.openRegular(libc, PosixEngine.NAME, path, path, OpenMode.READ_WRITE);
    return direct ? PosixEngine.Direct.direct(libc, file, OpenMode.READ_WRITE) : file;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyRangeIsMoved(boolean direct) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    byte[] expected = new byte[SIZE];
    Path path = Files.write(folder.resolve("f"), expected);
    try (EngineFile file = open(path, direct);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(SIZE, 4096);
      for (int i = 0; i < 30; i++) {
        int offset = random.nextInt(SIZE);
        int length = random.nextInt(SIZE - offset);
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, length);
        file.write(offset, memory, 0, length);
        System.arraycopy(bytes, 0, expected, offset, length);
        file.read(0, memory, 0, SIZE);
        assertThat(memory.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
      }
      file.sync();
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    assertThat(mac.controls().contains("F_NOCACHE 1")).isEqualTo(direct);
    assertThat(mac.controls()).endsWith("F_FULLFSYNC");
  }

  @Test
  void aFileIsMadeReservedAndCut() throws IOException {
    Path path = folder.resolve("new");
    try (EngineFile file = PosixFile.create(libc, PosixEngine.NAME, path)) {
      file.reserve(10_000);
      assertThat(file.size()).isEqualTo(10_000);
      file.resize(4_000);
      file.advise(0, 4_000, Advice.WILL_NEED);
      file.advise(0, 4_000, Advice.RANDOM);
    }
    assertThat(mac.controls())
        .containsExactly(
            "F_PREALLOCATE 10000", "ftruncate to 10000", "ftruncate to 4000", "F_RDADVISE 0 4000");
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> PosixFile.create(libc, PosixEngine.NAME, path));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> open(folder.resolve("none"), false));
  }

  @Test
  void nothingCountsAsCachedAndNoPathLeadsToTheFile() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    try (EngineFile file = open(path, false)) {
      assertThat(file.cached(0, SIZE)).isFalse();
      assertThat(file.tryRead(0, new byte[SIZE], 0, SIZE)).isZero();
      assertThat(file.openPath()).isEmpty();
      assertThat(file.descriptor()).isPresent();
      assertThat(file.explain()).contains("this system has no such call");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherFileOfTheSameNameIsNotMovedPastTheCacheNorLeftOpen(boolean hasInput)
      throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    long open = descriptors();
    PosixFile file = PosixFile.openRegular(libc, PosixEngine.NAME, path, path, OpenMode.READ);
    if (!hasInput) {
      mac.closeInput();
    }
    Files.move(path, folder.resolve("old"));
    Files.write(path, new byte[1]);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> PosixEngine.Direct.direct(libc, file, OpenMode.READ))
        .withMessageContaining("leads to another file by now");
    assertThat(descriptors()).isEqualTo(open);
  }

  @Test
  void aFileThatLostItsNameIsNotMovedPastTheCache() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    long open = descriptors();
    PosixFile file = PosixFile.openRegular(libc, PosixEngine.NAME, path, path, OpenMode.READ);
    Files.delete(path);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> PosixEngine.Direct.direct(libc, file, OpenMode.READ))
        .withMessageContaining("or to none");
    assertThat(descriptors()).isEqualTo(open);
  }

  @Test
  void aFileGoesPastTheCacheByTheDescriptorOfAClosedInputToo() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    long open = descriptors();
    PosixFile file = PosixFile.openRegular(libc, PosixEngine.NAME, path, path, OpenMode.READ);
    mac.closeInput();
    try (EngineFile past = PosixEngine.Direct.direct(libc, file, OpenMode.READ)) {
      assertThat(past.ringDescriptor()).isZero();
      assertThat(mac.controls()).containsExactly("F_NOCACHE 1");
    }
    assertThat(descriptors()).isEqualTo(open);
  }

  @Test
  void whatGoesPastTheCacheSaysHow() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    try (EngineFile file = open(path, true)) {
      assertThat(file.explain()).contains("pages of 16384 bytes", "F_NOCACHE");
    }
  }

  @Test
  void aFileThatTheSystemDoesNotMovePastTheCacheIsRefusedAndNotLeftOpen() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    long open = descriptors();
    mac.refuse(45); // ENOTSUP
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> open(path, true))
        .withMessage(
            "%s: cannot be opened with O_DIRECT (EOPNOTSUPP: the file system does not support this); use engine posix on this file system",
            path);
    Files.delete(path);
    assertThat(descriptors()).isEqualTo(open);
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }
}
