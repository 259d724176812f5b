package io.penstock.file.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.LibC;
import io.penstock.file.Advice;
import io.penstock.file.EngineFile;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.OpenPath;
import io.penstock.file.TransferException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls of a mapped file that move less than they were asked to, are interrupted or fail.
@EnabledOnOs(OS.LINUX)
class MappingSourceTest {
  private static final int SIZE = 200_000;

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

  private EngineFile open(Path path, boolean writes) throws IOException {
    try (OpenPath found = OpenPath.of(path)) {
      return MappedFile.over(path, MappingSource.Descriptor.of(libc, found, writes));
    }
  }

  private MemorySegment memory() {
    return arena.allocate(SIZE, 4096);
  }

  @Test
  void callsThatAreInterruptedAreMadeAgain() throws IOException {
    Path path = write();
    calls.answering("open", -Errno.EINTR, -Errno.EINTR);
    try (EngineFile file = open(path, true)) {
      calls.answering("fallocate", -Errno.EINTR);
      file.reserve(SIZE + 1000);
      calls.answering("ftruncate", -Errno.EINTR);
      file.resize(SIZE + 10);
      calls.answering("fsync", -Errno.EINTR);
      file.sync();
      assertThat(calls.calls("fsync")).isEqualTo(2);
      assertThat(file.size()).isEqualTo(SIZE + 10);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(Arrays.copyOf(bytes, SIZE + 10));
  }

  /// Zeros are written in their place, in calls that may be interrupted and move less.
  @ParameterizedTest
  @ValueSource(ints = {Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EPERM})
  void whereNoPlaceCanBeReservedZerosTakeIt(int errno) throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      calls.answering("fallocate", -errno);
      calls.halving("pwrite").answering("pwrite", -Errno.EINTR, 0, 0, 0, 0, 0, 0, 0);
      calls.halving("pwrite").answering("pwrite", 0, 0, 0, 0, 0, 0, 0);
      file.reserve(2 * SIZE);
      assertThat(file.size()).isEqualTo(2 * SIZE);
      calls.answering("fallocate", -errno);
      MemorySegment ones = memory().fill((byte) 1);
      file.write(3 * SIZE, ones, 0, 100);
    }
    byte[] expected = Arrays.copyOf(bytes, 3 * SIZE + 100);
    Arrays.fill(expected, 3 * SIZE, 3 * SIZE + 100, (byte) 1);
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  /// It may have holes.
  @Test
  void placeIsReservedInAFileThatIsLongEnoughToo() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      calls.answering("fallocate", -Errno.ENOSPC);
      assertThatIOException()
          .isThrownBy(() -> file.reserve(SIZE))
          .withMessageContaining("cannot reserve 200000 bytes for the file");
      file.reserve(SIZE);
      calls.answering("fallocate", -Errno.EOPNOTSUPP);
      file.reserve(SIZE);
      assertThat(calls.calls("fallocate")).isEqualTo(3);
      file.reserve(0);
      assertThat(calls.calls("fallocate")).isEqualTo(3);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  /// To reserve it once more could fail, on a device that is full.
  @Test
  void whatOthersHaveMadeTheFileLongerByIsWrittenAndNotReserved() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      append(path, new byte[1000]);
      file.write(SIZE + 900, memory().fill((byte) 1), 0, 100);
      assertThat(calls.calls("fallocate")).isZero();
    }
    assertThat(Files.readAllBytes(path)).hasSize(SIZE + 1000).endsWith(1, 1, 1);
  }

  @Test
  void aDeviceThatTakesNoZerosIsGivenUpAndTheFileIsAsLongAsBefore() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      calls.answering("fallocate", -Errno.EOPNOTSUPP).halving("pwrite");
      calls.answering("pwrite", 0, 0, 0, 0, 0, 0, 0, 0);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(SIZE, memory(), 0, SIZE))
          .withMessageContainingAll(
              "cannot write 200000 bytes at offset 200000 (0 done, engine mapped)",
              "cannot write to the file (engine mapped): the device takes no more bytes and gives no reason");
      assertThat(file.size()).isEqualTo(SIZE);
      calls.answering("fallocate", -Errno.EOPNOTSUPP).answering("pwrite", -Errno.ENOSPC);
      assertThatIOException()
          .isThrownBy(() -> file.reserve(2 * SIZE))
          .withMessage(
              "%s: cannot write to the file (engine mapped): ENOSPC: no space left on the device",
              path);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  /// Only what nobody else has written to is given back.
  @ParameterizedTest
  @ValueSource(ints = {100, 10})
  void whatOthersAddWhileAFileCannotBeMadeLongerStays(int added) throws IOException {
    Path path = write();
    byte[] others = new byte[added];
    others[0] = 1;
    try (EngineFile file = open(path, true)) {
      calls
          .meanwhile("fallocate", () -> append(path, others))
          .answering("fallocate", -Errno.ENOSPC);
      assertThatIOException().isThrownBy(() -> file.write(SIZE + 10, memory(), 0, 10));
      assertThat(Files.readAllBytes(path)).hasSize(SIZE + added).endsWith(others);
    }
  }

  private static void append(Path path, byte[] bytes) {
    try {
      Files.write(path, bytes, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void spaceThatWasReservedInPartIsGivenBack() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      calls.meanwhile("fallocate", () -> append(path, new byte[70_000]));
      calls.answering("fallocate", -Errno.ENOSPC).answering("pread", -Errno.EINTR);
      assertThatIOException().isThrownBy(() -> file.reserve(2 * SIZE));
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  @Test
  void whatFailsIsSaidInALine() throws IOException {
    Path path = write();
    EngineFile file = open(path, true);
    calls.answering("fallocate", -Errno.ENOSPC, -Errno.ENOSPC).answering("ftruncate", -Errno.EIO);
    calls.answering("fsync", -Errno.EIO);
    assertThatIOException()
        .isThrownBy(() -> file.reserve(SIZE + 1))
        .withMessage(
            "%s: cannot reserve 200001 bytes for the file (engine mapped): ENOSPC: no space left on the device",
            path);
    assertThatIOException()
        .isThrownBy(() -> file.write(SIZE + 10, memory(), 0, 10))
        .withMessageContainingAll(
            "cannot write 10 bytes at offset 200010 (0 done, engine mapped)",
            "cannot reserve 10 bytes for the file");
    assertThatIOException()
        .isThrownBy(() -> file.resize(3))
        .withMessage(
            "%s: cannot set a size of 3 bytes for the file (engine mapped): EIO: the device failed",
            path);
    assertThatIOException()
        .isThrownBy(file::sync)
        .withMessage("%s: cannot sync the file (engine mapped): EIO: the device failed", path);
    calls.answering("fstat", -Errno.EIO);
    assertThatIOException()
        .isThrownBy(file::size)
        .withMessage(
            "%s: cannot find the size of the file (engine mapped): EIO: the device failed", path);
    calls.answering("close", -Errno.EIO);
    assertThatIOException()
        .isThrownBy(file::close)
        .withMessage("%s: cannot close the file (engine mapped): EIO: the device failed", path);
  }

  @Test
  void aFileThatCannotBeOpenedOrMappedIsNotLeftOpen() throws IOException {
    Path path = write();
    calls.answering("open", -Errno.EIO);
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> open(path, false))
        .withMessage("%s: EIO: the device failed", path);
    int closed = calls.calls("close");
    calls.answering("mmap", -12);
    assertThatIOException()
        .isThrownBy(() -> open(path, false))
        .withMessage("%s: cannot map 200000 bytes (engine mapped): ENOMEM: out of memory", path);
    assertThat(calls.calls("close")).isEqualTo(closed + 1);
  }

  /// Where twice the size cannot be mapped, for the next time that it grows, just the size is.
  @Test
  void aFileThatHasGrownIsMappedAsItIsWhereThereIsNoRoomForMore() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      MemorySegment memory = memory().fill((byte) 3);
      calls.answering("mmap", -12);
      file.write(SIZE, memory, 0, 100);
      byte[] found = new byte[100];
      assertThat(file.tryRead(SIZE, found, 0, 100)).isEqualTo(100);
      assertThat(found).containsOnly(3);
      calls.answering("mmap", -12);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(4 * SIZE, memory, 0, 100))
          .withMessageContainingAll(
              "cannot write 100 bytes at offset 800000", "cannot map 800100 bytes", "ENOMEM");
      assertThat(file.size()).isEqualTo(SIZE + 100);
      calls.answering("mmap", -12).answering("ftruncate", -Errno.EIO);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(4 * SIZE, memory, 0, 100))
          .havingCause()
          .satisfies(
              cause ->
                  assertThat(cause.getSuppressed()).singleElement().asString().contains("EIO"));
    }
  }

  /// The file is long enough for it for a moment.
  @Test
  void whoWritesWhileAnotherCannotMakeTheFileLongerMakesItLonger() throws Exception {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      MemorySegment ones = Arena.ofAuto().allocate(100).fill((byte) 1);
      FutureTask<Void> second =
          new FutureTask<>(
              () -> {
                file.write(SIZE, ones, 0, 100);
                return null;
              });
      Thread thread = Thread.ofPlatform().unstarted(second);
      calls.meanwhile("mmap", () -> startUntilBlocked(thread)).answering("mmap", -12);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(4 * SIZE, ones, 0, 100))
          .withMessageContaining("cannot map 800100 bytes");
      Void _ = second.get();
    }
    assertThat(Files.readAllBytes(path)).hasSize(SIZE + 100).endsWith(1, 1, 1);
  }

  private static void startUntilBlocked(Thread thread) {
    thread.start();
    while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aFileThatFillsWhatIsMappedIsNotMappedAnew() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      for (int i = 0; i < 3; i++) {
        file.resize(SIZE);
      }
      assertThat(calls.calls("mmap")).isOne();
      file.write(SIZE, memory(), 0, 100);
      assertThat(calls.calls("mmap")).isEqualTo(2);
      file.write(SIZE + 100, memory(), 0, SIZE - 100); // to twice the length
      assertThat(calls.calls("mmap")).isEqualTo(2);
    }
  }

  @Test
  void everyMappingEndsWithTheFile() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      MemorySegment memory = memory();
      for (int end = SIZE; end < 20 * SIZE; end += SIZE) {
        file.write(end, memory, 0, SIZE);
      }
      assertThat(calls.calls("mmap")).isBetween(2, 7);
      assertThat(calls.calls("munmap")).isZero();
    }
    assertThat(calls.calls("munmap")).isEqualTo(calls.calls("mmap"));
  }

  @Test
  void newFilesDoNotTakeThePlaceOfOthers() throws IOException {
    Path path = write();
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> MappingSource.Descriptor.created(libc, path))
        .withMessageContaining(path.toString());
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }

  @Test
  void whatIsMappedForReadingIsNotWritten() throws IOException {
    Path path = write();
    try (OpenPath found = OpenPath.of(path);
        MappingSource source = MappingSource.Descriptor.of(libc, found, false)) {
      MemorySegment mapped = source.map(SIZE, SIZE, arena);
      assertThat(mapped.isReadOnly()).isTrue();
      assertThat(mapped.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
      assertThat(source.storesReachTheFile()).isFalse();
    }
  }

  /// Cuts the file as another process does.
  private static void cut(Path path, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      FileChannel _ = channel.truncate(size);
    }
  }

  private static ExtentList list(long length, long... offsets) {
    ExtentList extents = new ExtentList();
    for (long offset : offsets) {
      boolean _ = extents.add(offset, length);
    }
    return extents;
  }

  @Test
  void pagesThatAreGoneAreSaidToBeTheEndOfTheFile() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, false)) {
      cut(path, 8192);
      String ended = "(%d done, engine mapped): the file ends at 8192; it may have been cut short";
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.read(4096, memory(), 0, 100_000))
          .withMessageContainingAll(
              "cannot read 100000 bytes at offset 4096", ended.formatted(4096));
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryRead(100_000, new int[1000], 0, 4000))
          .withMessageContainingAll("cannot read 4000 bytes at offset 100000", ended.formatted(0));
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryReadList(list(100, 10_000, 150_000), new byte[200], 0))
          .withMessageContainingAll("cannot read 140100 bytes at offset 10000", ended.formatted(0));
      file.read(4096, memory(), 0, 4096);
    }
  }

  /// The size is asked for before a page is gone, or the page is lost to a device that is broken.
  @Test
  void pagesThatAreGoneFromAFileOfTheRightSizeAreSaidToBe() throws IOException {
    Path path = write();
    String gone =
        "a mapped page is gone: the file was cut short, or the device is full or broken (";
    try (EngineFile file = open(path, true)) {
      assertThat(file.size()).isEqualTo(SIZE);
      cut(path, 0);
      calls.answering("fstat", 0, 0, 0, 0); // as it was
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.read(0, memory(), 0, SIZE))
          .withMessageContainingAll("cannot read 200000 bytes at offset 0 (0 done", gone);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(4096, memory(), 0, 100_000))
          .withMessageContainingAll("cannot write 100000 bytes at offset 4096 (0 done", gone);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryRead(0, new byte[100], 0, 100))
          .withMessageContaining(gone);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryReadList(list(10, 0, 500), new byte[20], 0))
          .withMessageContaining(gone);
    }
  }

  /// What is stored behind the end that a page has by then is nobody's.
  @Test
  void whatIsWrittenIntoAPageThatIsCutMeanwhileIsNotTakenForWritten() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, true)) {
      assertThat(file.size()).isEqualTo(SIZE);
      cut(path, SIZE - 100);
      calls.answering("fstat", 0); // as it was
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.write(SIZE - 50, memory(), 0, 40))
          .withMessageContainingAll(
              "cannot write 40 bytes at offset 199950", "the file ends at 199900");
    }
  }

  @Test
  void extentsOfEveryTypeFollowOneAnotherInTheArray() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, false)) {
      long[] found = new long[60];
      assertThat(file.tryReadList(list(80, 16, 1000, 199_920), found, 24)).isTrue();
      MemorySegment all = MemorySegment.ofArray(found);
      int at = 24;
      for (int offset : new int[] {16, 1000, 199_920}) {
        MemorySegment expected = MemorySegment.ofArray(bytes).asSlice(offset, 80);
        assertThat(all.asSlice(at, 80).mismatch(expected)).isEqualTo(-1);
        at += 80;
      }
      assertThat(found[0] | found[2] | found[33]).isZero();
      Files.write(path, new byte[100], StandardOpenOption.APPEND);
      assertThat(file.tryReadList(list(50, 10, SIZE + 50), new byte[100], 0)).isTrue();
      cut(path, 150_000);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.tryReadList(list(50, 10, 149_990), new byte[100], 0))
          .withMessageContaining("the file ends at 150000");
    }
  }

  @Test
  void adviceIsGivenForWhatIsMapped() throws IOException {
    try (EngineFile file = open(write(), false)) {
      file.advise(SIZE, 10, Advice.RANDOM);
      file.advise(0, 0, Advice.RANDOM);
      assertThat(calls.calls("madvise")).isZero();
      file.advise(SIZE - 1, 100_000, Advice.RANDOM);
      assertThat(calls.calls("madvise")).isOne();
      file.populate(0, 10);
      file.release(0, 10);
      assertThat(calls.calls("madvise")).isEqualTo(3);
    }
  }

  @Test
  void whatLeadsToTheFileIsItsDescriptor() throws IOException {
    Path path = write();
    try (EngineFile file = open(path, false)) {
      Path opened = file.openPath().orElseThrow();
      Files.delete(path);
      assertThat(Files.readAllBytes(opened)).isEqualTo(bytes);
      assertThat(file.descriptor()).isPresent();
    }
    try (EngineFile made = new MappedEngine().create(folder.resolve("new"))) {
      assertThat(made.openPath()).isPresent();
      assertThat(made.descriptor()).isPresent();
    }
  }

  /// The first one is that where the process's standard input is closed.
  @Test
  void aFileIsOpenedThoughItsDescriptorIsNought() throws IOException {
    calls.answering("open", 0).answering("close", 0);
    try (MappingSource made = MappingSource.Descriptor.created(libc, folder.resolve("new"))) {
      assertThat(made.descriptor()).hasValue(0);
    }
  }
}
