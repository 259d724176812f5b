package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.LibC;
import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import io.penstock.file.OpenMode;
import io.penstock.file.TransferException;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls of the system that move less than they were asked to, are interrupted or fail, met by one
/// file: every byte is moved all the same, or one line says what was not.
@EnabledOnOs(OS.LINUX)
class CallFaultTest {
  private static final int SIZE = 200_000;
  private static final int PAGE = 4096;

  @TempDir Path folder;

  private final FaultyCalls calls = new FaultyCalls();
  private final LibC libc = calls.libc();
  private final Arena arena = Arena.ofConfined();
  private final byte[] bytes = new byte[SIZE];

  @AfterEach
  void end() {
    arena.close();
    calls.assertMet();
  }

  private Path write() throws IOException {
    new SplittableRandom(20261129).nextBytes(bytes);
    return Files.write(folder.resolve("f"), bytes);
  }

  private EngineFile open(Path path, boolean past) throws IOException {
    PosixFile file =
        PosixFile.openRegular(
            libc, past ? "posix-direct" : "posix", path, path, OpenMode.READ_WRITE);
    return past ? PosixEngine.Direct.direct(libc, file, OpenMode.READ_WRITE) : file;
  }

  private MemorySegment memory() {
    return arena.allocate(SIZE, 4096);
  }

  private static byte[] content(MemorySegment memory) {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatMovesHalfOrIsInterruptedIsContinued(boolean past) throws IOException {
    try (EngineFile file = open(write(), past)) {
      for (int i = 0; i < 3; i++) {
        calls.halving("pread").answering("pread", -Errno.EINTR);
        calls.halving("pwrite").answering("pwrite", -Errno.EINTR);
      }
      MemorySegment memory = memory();
      file.read(0, memory, 0, SIZE);
      assertThat(content(memory)).isEqualTo(bytes);
      memory.asSlice(5000).fill((byte) 7);
      file.write(5000, memory, 5000, SIZE - 5000L);
      Arrays.fill(bytes, 5000, SIZE, (byte) 7);
    }
    assertThat(Files.readAllBytes(folder.resolve("f"))).isEqualTo(bytes);
  }

  @Test
  void anArrayIsFilledThoughCallsMoveHalfOrAreInterrupted() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, false)) {
      byte[] found = new byte[SIZE + 10];
      calls.halving("pread").answering("pread", -Errno.EINTR).halving("pread");
      assertThat(file.tryRead(0, found, 10, SIZE)).isEqualTo(SIZE);
      assertThat(Arrays.copyOfRange(found, 10, SIZE + 10)).isEqualTo(bytes);
    }
  }

  @Test
  void whatNeedsNoWaitIsReadThoughTheCallIsInterruptedAndNothingIsWhereItIsRefused()
      throws IOException {
    try (EngineFile file = open(write(), false)) {
      MemorySegment memory = memory();
      calls.answering("preadv2", -Errno.EINTR, -Errno.EINTR);
      assertThat(file.readNow(0, memory, 0, SIZE)).isEqualTo(SIZE);
      assertThat(content(memory)).isEqualTo(bytes);
      calls.answering("preadv2", -Errno.EAGAIN, -Errno.EOPNOTSUPP);
      assertThat(file.readNow(0, memory, 0, SIZE)).isZero();
      assertThat(file.readNow(0, memory, 0, SIZE)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTransferThatFailsSaysWhereHowFarAndWhy(boolean past) throws IOException {
    Path path = write();
    try (EngineFile file = open(path, past)) {
      MemorySegment memory = memory();
      calls.halving("pread").answering("pread", -Errno.EIO);
      TransferException read =
          catchThrowableOfType(
              TransferException.class, () -> file.read(8192, memory, 0, 100L << 10));
      calls.halving("pwrite").answering("pwrite", -Errno.ENOSPC);
      TransferException write =
          catchThrowableOfType(
              TransferException.class, () -> file.write(8192, memory, 0, 100L << 10));
      String engine = past ? "posix-direct" : "posix";
      assertThat(read)
          .hasMessage(
              "%s: cannot read 102400 bytes at offset 8192 (49152 done, engine %s): EIO: the device failed",
              path, engine);
      assertThat(write)
          .hasMessage(
              "%s: cannot write 102400 bytes at offset 8192 (49152 done, engine %s): ENOSPC: no space left on the device",
              path, engine);
    }
  }

  @Test
  void anArrayThatCannotBeFilledSaysWhereHowFarAndWhy() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, false)) {
      calls.halving("pread").answering("pread", -Errno.EIO);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryRead(8192, new byte[SIZE], 0, 100 << 10))
          .withMessage(
              "%s: cannot read 102400 bytes at offset 8192 (49152 done, engine posix): EIO: the device failed",
              path);
      calls.halving("pread").answering("pread", 0);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryRead(8192, new byte[SIZE], 0, 100 << 10))
          .withMessageContainingAll("(49152 done, engine posix): the file ends at " + SIZE);
    }
  }

  /// The kernel may take nothing for a moment, and must not be asked for ever.
  @Test
  void aDeviceThatTakesNothingEightTimesIsGivenUpAndNotBefore() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, false)) {
      MemorySegment memory = memory();
      calls.answering("pwrite", 0, 0, 0, 0, 0, 0, 0);
      calls.halving("pwrite");
      calls.answering("pwrite", 0, 0, 0, 0, 0, 0, 0);
      file.write(0, memory, 0, SIZE);
      assertThat(Files.readAllBytes(path)).containsOnly(0).hasSize(SIZE);
      calls.halving("pwrite").answering("pwrite", 0, 0, 0, 0, 0, 0, 0, 0);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(0, memory, 0, 100 << 10))
          .withMessage(
              "%s: cannot write 102400 bytes at offset 0 (49152 done, engine posix): the device takes no more bytes and gives no reason",
              path);
    }
  }

  /// Its blocks are larger than a page of memory.
  @Test
  void whatADeviceDoesNotTakePastTheCacheGoesThroughIt() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      MemorySegment memory = memory();
      calls.answering("pread", -Errno.EINVAL);
      file.read(0, memory, 0, SIZE);
      assertThat(content(memory)).isEqualTo(bytes);
      new SplittableRandom(7).nextBytes(bytes);
      memory.copyFrom(MemorySegment.ofArray(bytes));
      calls.answering("pwrite", -Errno.EINVAL);
      file.write(0, memory, 0, 4 * PAGE);
      calls.halving("pwrite").answering("pwrite", -Errno.EINVAL);
      file.write(4 * PAGE, memory, 4 * PAGE, SIZE - 4 * PAGE);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  @Test
  void whatHasGonePastTheCacheIsNotWrittenAgainWhereTheRestHasToGoThroughIt() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      calls.halving("pwrite").answering("pwrite", -Errno.EINVAL, -Errno.ENOSPC);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(2 * PAGE, memory(), 0, 24 * PAGE))
          .withMessage(
              "%s: cannot write 49152 bytes at offset %d (0 done, engine posix-direct): ENOSPC: no space left on the device",
              path, 14 * PAGE);
    }
  }

  @Test
  void aReadPastTheCacheThatMeetsTheEndSaysHowFarItCame() throws IOException {
    try (EngineFile file = open(write(), true)) {
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.read(SIZE - 500, memory(), 0, 10_000))
          .withMessageContaining("at offset 199500 (500 done, engine posix-direct)");
    }
  }

  @Test
  void bothDescriptorsOfAFilePastTheCacheAreClosedAndBothFailuresTold() throws IOException {
    EngineFile file = open(write(), true);
    calls.answering("close", -Errno.EIO, -Errno.EIO);
    assertThatIOException()
        .isThrownBy(file::close)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aVirtualThreadsSyncReachesTheDevice(boolean past) throws Exception {
    try (EngineFile file = open(write(), past)) {
      List<Exception> failures = new ArrayList<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  file.sync();
                } catch (IOException e) {
                  failures.add(e);
                }
              })
          .join();
      assertThat(failures).isEmpty();
      assertThat(calls.calls("fsync")).isOne();
    }
  }

  /// Its carrier would wait for the device with it.
  @Test
  void aVirtualThreadsWritePastTheCacheIsMadeByAPlatformThreadAndAnyOtherByItsOwn()
      throws Exception {
    try (EngineFile file = open(write(), true);
        Arena shared = Arena.ofShared()) {
      MemorySegment memory = shared.allocate(PAGE, PAGE);
      List<Thread> writers = new ArrayList<>();
      calls.meanwhile("pwrite", () -> writers.add(Thread.currentThread()));
      Thread asking = Thread.ofVirtual().start(() -> writePage(file, memory));
      asking.join();
      assertThat(writers).singleElement().matches(thread -> !thread.isVirtual());
      calls.meanwhile("pwrite", () -> writers.add(Thread.currentThread()));
      writePage(file, memory);
      assertThat(writers).last().isEqualTo(Thread.currentThread());
      assertThat(calls.calls("pwrite")).isEqualTo(2);
    }
  }

  private static void writePage(EngineFile file, MemorySegment memory) {
    try {
      file.write(0, memory, 0, PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void argumentsThatAreWrongAreNoBlocksOfADevice() throws IOException {
    try (EngineFile file = open(write(), false)) {
      calls.answering("pread", -Errno.EINVAL).answering("pwrite", -Errno.EINVAL);
      assertThatIOException()
          .isThrownBy(() -> file.read(0, memory(), 0, SIZE))
          .withMessageEndingWith("EINVAL: invalid argument");
      assertThatIOException()
          .isThrownBy(() -> file.write(0, memory(), 0, SIZE))
          .withMessageEndingWith("EINVAL: invalid argument");
    }
  }

  /// To set the size that it had a moment ago would cut off what others have added since.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereNothingCanBeReservedAFileThatIsLongEnoughIsLeftAlone(boolean past) throws IOException {
    try (EngineFile file = open(write(), past)) {
      calls.answering("fallocate", -Errno.EOPNOTSUPP, -Errno.ENOSYS, -Errno.EPERM);
      file.reserve(SIZE - 10);
      file.reserve(SIZE);
      assertThat(calls.calls("ftruncate")).isZero();
      file.reserve(SIZE + 10);
      assertThat(calls.calls("ftruncate")).isOne();
      assertThat(file.size()).isEqualTo(SIZE + 10);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callsOnTheFileThatAreInterruptedAreMadeAgain(boolean past) throws IOException {
    Path path = write();
    try (EngineFile file = open(path, past)) {
      calls.answering("fallocate", -Errno.EINTR, -Errno.EINTR);
      file.reserve(SIZE + 100);
      calls.answering("ftruncate", -Errno.EINTR, -Errno.EINTR);
      file.resize(SIZE + 10);
      calls.answering("fsync", -Errno.EINTR, -Errno.EINTR);
      file.sync();
      assertThat(file.size()).isEqualTo(SIZE + 10);
      assertThat(calls.calls("fsync")).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"95", "38", "1"}) // EOPNOTSUPP, ENOSYS, EPERM
  void whereNoPlaceCanBeReservedTheFileIsMadeLongerAndNeverShorter(int errno) throws IOException {
    try (EngineFile file = open(write(), false)) {
      calls.answering("fallocate", -errno, -errno);
      file.reserve(SIZE - 100);
      assertThat(file.size()).isEqualTo(SIZE);
      file.reserve(SIZE + 100);
      assertThat(file.size()).isEqualTo(SIZE + 100);
    }
  }

  @Test
  void nothingIsReservedWhereNothingIsAskedFor() throws IOException {
    try (EngineFile file = open(write(), false)) {
      file.reserve(0);
      assertThat(calls.calls("fallocate")).isZero();
      assertThat(file.size()).isEqualTo(SIZE);
    }
  }

  @Test
  void whatFailsOfTheFileItselfIsSaidInALine() throws IOException {
    Path path = write();
    EngineFile file = open(path, false);
    calls.answering("fallocate", -Errno.ENOSPC).answering("ftruncate", -Errno.EIO);
    calls.answering("fsync", -Errno.EIO).answering("close", -Errno.EIO);
    assertThatIOException()
        .isThrownBy(() -> file.reserve(SIZE + 1))
        .withMessage(
            "%s: cannot reserve 200001 bytes for the file (engine posix): ENOSPC: no space left on the device",
            path);
    assertThatIOException()
        .isThrownBy(() -> file.resize(3))
        .withMessage(
            "%s: cannot set a size of 3 bytes for the file (engine posix): EIO: the device failed",
            path);
    assertThatIOException()
        .isThrownBy(file::sync)
        .withMessage("%s: cannot sync the file (engine posix): EIO: the device failed", path);
    calls.answering("fstat", -Errno.EIO);
    assertThatIOException()
        .isThrownBy(file::size)
        .withMessage(
            "%s: cannot find the size of the file (engine posix): EIO: the device failed", path);
    calls.answering("fstat", -Errno.EINVAL);
    assertThat(file.size()).isZero();
    assertThatIOException()
        .isThrownBy(file::close)
        .withMessage("%s: cannot close the file (engine posix): EIO: the device failed", path);
    file.close();
  }

  @Test
  void adviceAboutNothingIsNotAdviceAboutAll() throws IOException {
    try (EngineFile file = open(write(), false)) {
      file.advise(100, 0, Advice.DONT_NEED);
      assertThat(calls.calls("posix_fadvise")).isZero();
      file.advise(100, 1, Advice.DONT_NEED);
      assertThat(calls.calls("posix_fadvise")).isOne();
    }
  }

  @Test
  void whatTheKernelDoesNotTellGoesThroughChunksAndItsReasonIsSaid() throws IOException {
    calls.answering("cachestat", -Errno.ENOSYS);
    try (EngineFile file = open(write(), false)) {
      assertThat(file.cached(0, 100)).isFalse();
      assertThat(file.tryRead(0, new byte[100], 0, 100)).isZero();
      assertThat(file.explain())
          .isEqualTo(
              "posix: the kernel does not tell what is cached (cachestat(2) needs Linux 6.5), so everything goes through chunks of 256 KiB");
    }
  }

  /// A mapping that reads a hole of a file in memory takes memory for good.
  @Test
  void filesInMemoryKeepPagesOfTheirHoles() throws IOException {
    Path memory = Path.of("/dev/shm");
    SpokenAssumption.that(Files.isWritable(memory), "this system has no files in memory");
    Path file = Files.createTempFile(memory, "penstock", "");
    Path onDevice = Files.createTempFile(Path.of("target"), "penstock", "");
    try (EngineFile inMemory = open(file, false);
        EngineFile other = open(onDevice, false)) {
      assertThat(inMemory.fillsHoles()).isTrue();
      assertThat(other.fillsHoles()).isFalse();
      assertThat(inMemory.ringDescriptor()).isEqualTo(inMemory.descriptor().orElseThrow());
    } finally {
      Files.delete(file);
      Files.delete(onDevice);
    }
  }
}
