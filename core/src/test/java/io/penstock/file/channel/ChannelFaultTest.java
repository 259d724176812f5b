package io.penstock.file.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.OpenMode;
import io.penstock.file.SteadyChannel;
import io.penstock.file.mapped.MappedByChannels;
import io.penstock.testing.FaultyChannel;
import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Engines whose file channels move less than they were asked to, or nothing: every byte is moved
/// all the same, or one line says what was not.
class ChannelFaultTest {
  private static final int SIZE = 100_000;

  @TempDir Path given;

  private final FaultyChannel.Faults faults = new FaultyChannel.Faults();
  private final byte[] bytes = new byte[SIZE];
  private final Arena arena = Arena.ofConfined();
  private ForeignFileSystem files = ForeignFileSystem.in(Path.of(""));
  private Path path = Path.of("");
  private Path behind = Path.of("");

  static Stream<FileEngine> engines() {
    return Stream.of(new ChannelEngine(), new MappedByChannels());
  }

  @BeforeEach
  void write() throws IOException {
    new SplittableRandom(20261129).nextBytes(bytes);
    files = ForeignFileSystem.in(given.resolve("hidden"));
    path = files.twin(given.resolve("f"));
    behind = Files.write(files.behind(path), bytes);
    files.openChannelsAs(faults::of);
  }

  @AfterEach
  void end() {
    arena.close();
    assertThat(faults.areMet()).isTrue();
    assertThat(faults.open()).as("channels left open").isZero();
  }

  private MemorySegment memory() {
    return arena.allocate(SIZE);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void whatMovesAPartIsContinued(FileEngine engine) throws IOException {
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      MemorySegment memory = memory();
      if (engine instanceof ChannelEngine) {
        faults.moving(10, 0, 1, 0, 0, 40_000);
      }
      file.read(5, memory, 7, SIZE - 10);
      assertThat(memory.asSlice(7, SIZE - 10).toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(Arrays.copyOfRange(bytes, 5, SIZE - 5));
      new SplittableRandom(7).nextBytes(bytes);
      memory.copyFrom(MemorySegment.ofArray(bytes));
      faults.moving(10, 0, 0, 0, 0, 0, 0, 0, 1, 40_000, 0, 0, 0, 0, 0, 0, 0);
      file.write(3, memory, 3, SIZE - 3);
      faults.moving(1, 1);
      file.write(0, memory, 0, 3);
      faults.moving(10, 0, 0, 0, 0, 0, 0, 0, 1);
      file.write(SIZE, memory, 0, SIZE);
      assertThat(file.size()).isEqualTo(2 * SIZE);
    }
    assertThat(Files.readAllBytes(behind))
        .hasSize(2 * SIZE)
        .startsWith(bytes)
        .endsWith(Arrays.copyOfRange(bytes, SIZE / 2, SIZE));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aDeviceThatTakesNothingEightTimesIsGivenUp(FileEngine engine) throws IOException {
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      faults.moving(10, 0, 0, 0, 0, 0, 0, 0, 0);
      assertThatIOException()
          .isThrownBy(() -> file.write(5, memory(), 0, 1000))
          .withMessageContainingAll(
              path + ": cannot write 1000 bytes at offset 5 (",
              "the device takes no more bytes and gives no reason");
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everySyncReachesTheDevice(FileEngine engine) throws IOException {
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      file.sync();
      assertThat(faults.forced()).isOne();
      file.sync();
      assertThat(faults.forced()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void whatCannotBeOpenedOrIsNoFileLeavesNoChannelOpen(FileEngine engine) throws IOException {
    assertThatIOException().isThrownBy(() -> engine.create(path));
    Files.delete(behind);
    assertThatIOException().isThrownBy(() -> engine.open(path, OpenMode.READ_WRITE));
    Files.createDirectory(behind);
    assertThatIOException()
        .isThrownBy(() -> engine.open(path, OpenMode.READ))
        .withMessageContaining("is a folder");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aRangeIsMappedForReading(FileEngine engine) throws IOException {
    for (OpenMode mode : new OpenMode[] {OpenMode.READ, OpenMode.READ_WRITE}) {
      try (EngineFile file = engine.open(path, mode)) {
        MemorySegment view = file.map(8192, 1000, arena);
        assertThat(view.toArray(ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(bytes, 8192, 9192));
        assertThat(file.openPath()).isEmpty();
        assertThat(file.descriptor()).isEmpty();
        assertThat(file.cached(0, 1)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aFileIsCutExtendedAndNeverMadeShorterByAReservation(FileEngine engine) throws IOException {
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      file.reserve(SIZE - 1);
      assertThat(behind).hasSize(SIZE);
      file.reserve(SIZE + 1);
      assertThat(behind).hasSize(SIZE + 1);
      file.resize(SIZE + 10);
      assertThat(behind).hasSize(SIZE + 10);
      file.resize(10);
      assertThat(behind).hasSize(10);
      file.write(5, memory(), 0, 10);
      assertThat(behind).hasSize(15);
    }
  }

  /// Whoever asked for the same length a moment before has written there by now.
  @ParameterizedTest
  @MethodSource("engines")
  void aFileIsExtendedOverNoByteThatOthersHaveWrittenMeanwhile(FileEngine engine)
      throws IOException {
    byte[] others = {1, 2, 3};
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      for (int look = 1; look <= 3; look++) { // whichever is the last one
        AtomicBoolean meddled = new AtomicBoolean();
        file.resize(SIZE);
        faults.afterSize(
            look,
            () -> {
              meddled.set(true);
              Files.write(behind, others, StandardOpenOption.APPEND);
            });
        file.resize(SIZE + 3);
        faults.afterSize(0, () -> {});
        assertThat(Files.readAllBytes(behind))
            .hasSizeGreaterThanOrEqualTo(SIZE + 3)
            .endsWith(meddled.get() ? others : new byte[3]);
        assertThat(meddled.get() || look > 1).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aFileThatHasTheSizeAlreadyIsNotCutWhereOthersMakeItLongerMeanwhile(FileEngine engine)
      throws IOException {
    byte[] others = {1, 2, 3};
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      faults.afterSize(1, () -> Files.write(behind, others, StandardOpenOption.APPEND));
      file.resize(SIZE);
    }
    assertThat(Files.readAllBytes(behind)).hasSize(SIZE + 3).endsWith(others);
  }

  @Test
  void aSizeThatCannotBeSetIsSaidInALine() throws IOException {
    faults.before(
        position -> {
          throw new IOException("the device failed at " + position);
        });
    try (EngineFile file = new ChannelEngine().open(path, OpenMode.WRITE)) { // by its last byte
      assertThatIOException()
          .isThrownBy(() -> file.resize(SIZE + 3))
          .withMessage(
              path
                  + ": cannot set a size of 100003 bytes for the file (engine channel): the device failed at 100002");
    }
  }

  @Test
  void aFileThatMayNotBeReadIsExtendedByItsLastByte() throws IOException {
    try (EngineFile file = new ChannelEngine().open(path, OpenMode.WRITE)) {
      file.resize(SIZE + 3);
      file.reserve(SIZE + 10);
    }
    assertThat(Files.readAllBytes(behind)).startsWith(bytes).hasSize(SIZE + 10);
  }

  /// What another thread writes to the end of the file meanwhile must stay.
  @ParameterizedTest
  @MethodSource("engines")
  @Timeout(60)
  void whatExtendsAFileIsWrittenByOneThreadAtATimeAndTheRestByAll(FileEngine engine)
      throws Exception {
    CountDownLatch extending = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    faults.before(
        position -> {
          if (position == 1_000_000) {
            extending.countDown();
            await(released);
          }
        });
    try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
      file.write(SIZE, memory(), 0, 100);
      Thread first = Thread.ofPlatform().start(() -> write(file, 1_000_000));
      extending.await();
      file.write(SIZE, memory(), 0, 100); // up to its end
      Thread second = Thread.ofPlatform().start(() -> write(file, SIZE + 95)); // beyond it
      while (second.getState() != Thread.State.BLOCKED) {
        assertThat(second.isAlive()).as("somebody else extends the file").isTrue();
        Thread.onSpinWait();
      }
      released.countDown();
      first.join();
      second.join();
      assertThat(file.size()).isEqualTo(1_000_010);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void write(EngineFile file, long offset) {
    try (Arena own = Arena.ofConfined()) {
      file.write(offset, own.allocate(10), 0, 10);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whereOnlyTheNameLeadsToAFileOneChannelServesAllThreads() throws IOException {
    try (EngineFile file = new ChannelEngine().open(path, OpenMode.READ)) {
      assertThat(file.explain())
          .isEqualTo(
              "channel: java.nio file channels, 1 a file at most, through chunks of 256 KiB");
    }
    try (EngineFile file = new ChannelEngine().open(behind, OpenMode.READ)) {
      assertThat(file.explain())
          .contains("channels, " + (file.openPath().isPresent() ? 4 : 1) + " a file at most");
    }
  }

  @Test
  void everyChannelOfAFileIsClosedWhicheverFails() throws Exception {
    SteadyChannel first = new SteadyChannel(path, path, Set.of(StandardOpenOption.READ));
    EngineFile file = new ChannelFile(path, first, null);
    while (faults.open() < 4) {
      Thread.ofPlatform().start(() -> read(file)).join(); // each by the channel of its number
    }
    faults.failingCloses(4);
    assertThatIOException()
        .isThrownBy(file::close)
        .withMessage(path + ": cannot be closed: the device failed")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(3));
  }

  @Test
  @Timeout(60)
  void threadsThatOpenTheirCommonChannelAtOnceLeaveOneOpen() throws Exception {
    SteadyChannel first = new SteadyChannel(path, path, Set.of(StandardOpenOption.READ));
    CountDownLatch both = new CountDownLatch(2);
    files.openChannelsAs(
        channel -> {
          both.countDown();
          awaitOpening(both);
          synchronized (faults) {
            return faults.of(channel);
          }
        });
    try (EngineFile file = new ChannelFile(path, first, null)) {
      Runnable read = () -> read(file);
      Thread one = withNumber(1, read);
      Thread other = withNumber(1, read);
      one.start();
      other.start();
      one.join();
      other.join();
      assertThat(faults.open()).isEqualTo(2); // with the first
    }
  }

  /// A thread that has not started, of those that use one channel.
  private static Thread withNumber(int channel, Runnable task) {
    Thread thread = Thread.ofPlatform().unstarted(task);
    while (thread.threadId() % 4 != channel) {
      thread = Thread.ofPlatform().unstarted(task);
    }
    return thread;
  }

  private static void awaitOpening(CountDownLatch latch) {
    try {
      await(latch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(EngineFile file) {
    try (Arena own = Arena.ofConfined()) {
      file.read(0, own.allocate(10), 0, 10);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void bothChannelsOfAMappedFileAreClosedAndBothFailuresTold() throws IOException {
    EngineFile file = new MappedByChannels().open(path, OpenMode.READ_WRITE);
    faults.failingCloses(2);
    assertThatIOException()
        .isThrownBy(file::close)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }

  @Test
  void spaceThatCannotBeReservedIsGivenBack() throws IOException {
    try (EngineFile file = new MappedByChannels().open(path, OpenMode.READ_WRITE)) {
      faults.moving(10, 0, 0, 0, 0, 0, 0, 0, 0);
      assertThatIOException().isThrownBy(() -> file.reserve(SIZE + 100));
      assertThat(behind).hasSize(SIZE);
    }
    assertThat(Files.readAllBytes(behind)).isEqualTo(bytes);
  }

  @Test
  void whatOthersHaveAddedWhileSpaceWasReservedIsNotGivenBack() throws IOException {
    byte[] others = {1, 2, 0};
    boolean[] added = new boolean[1];
    faults.before(
        position -> {
          if (position == SIZE + 10 && !added[0]) {
            added[0] = true;
            Files.write(behind, others, StandardOpenOption.APPEND);
          }
        });
    try (EngineFile file = new MappedByChannels().open(path, OpenMode.READ_WRITE)) {
      for (int size : new int[] {SIZE + 100, SIZE + 12}) { // also where they end behind it
        added[0] = false;
        faults.moving(10, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThatIOException().isThrownBy(() -> file.reserve(size));
        assertThat(Files.readAllBytes(behind)).hasSize(SIZE + 13).endsWith(others);
        file.resize(SIZE);
      }
    }
  }

  /// Between the channel that writes and the one that maps.
  @Test
  void aFileThatIsReplacedWhileItIsOpenedForMappingIsRefused() throws IOException {
    int[] opened = new int[1];
    files.openChannelsAs(
        channel -> {
          if (++opened[0] == 2) {
            replace();
          }
          return faults.of(channel);
        });
    assertThatIOException()
        .isThrownBy(() -> new MappedByChannels().open(path, OpenMode.READ_WRITE))
        .withMessage(path + " was replaced by another file while it was opened; open it again");
  }

  private void replace() {
    try {
      Path other = Files.write(behind.resolveSibling("other"), new byte[SIZE]);
      Path _ = Files.move(other, behind, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// It may just have been cut.
  @Test
  void aMappingThatFailsIsTriedAgainAFewTimes() throws IOException {
    faults.failingMappings(3);
    try (EngineFile file = new MappedByChannels().open(path, OpenMode.READ)) {
      MemorySegment memory = memory();
      file.read(0, memory, 0, SIZE);
      assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
    }
    faults.failingMappings(4);
    assertThatIOException()
        .isThrownBy(() -> new MappedByChannels().open(path, OpenMode.READ))
        .withMessage(path + ": cannot map 100000 bytes (engine mapped): no room for a mapping");
  }
}
