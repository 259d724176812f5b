package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What batches promise, by every engine and in every way to wait for them, against an array of
/// bytes.
class BatchContractTest {
  private static final int SIZE = (2 << 20) + 1234;
  private static final int[] LENGTHS = {0, 1, 511, 3072, 4096, 8192, 70_000, 1_200_000};

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(20261128);

  /// How a batch is waited for.
  enum Wait {
    PLATFORM {
      @Override
      void make(Step step) throws Exception {
        step.take(ReadBatch::await, WriteBatch::await);
      }
    },
    VIRTUAL {
      @Override
      void make(Step step) throws Exception {
        inVirtualThread(() -> step.take(ReadBatch::await, WriteBatch::await));
      }
    },
    FUTURE {
      @Override
      void make(Step step) throws Exception {
        step.take(batch -> join(batch.start()), batch -> join(batch.start()));
      }
    };

    abstract void make(Step step) throws Exception;
  }

  interface Step {
    void take(Awaiting<ReadBatch> read, Awaiting<WriteBatch> write) throws Exception;
  }

  interface Awaiting<B> {
    void await(B batch) throws IOException;
  }

  private interface Body {
    void run() throws Exception;
  }

  private static void inVirtualThread(Body body) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                body.run();
              } catch (Throwable e) {
                failure.set(e);
              }
            })
        .join();
    switch (failure.get()) {
      case null -> {}
      case Exception e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new AssertionError(e);
    }
  }

  static void join(CompletableFuture<Void> future) throws IOException {
    try {
      Void _ = future.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  static Stream<Arguments> everyWay() {
    return Engines.everyWay()
        .flatMap(engine -> Stream.of(Wait.values()).map(wait -> Arguments.of(engine, wait)));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Access reading(FileEngine engine) {
    return Access.read().withEngine(engine);
  }

  private static Access writing(FileEngine engine) {
    return Access.readWrite().withEngine(engine);
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void readsFillTheirPlacesInMemoryOfEveryKind(FileEngine engine, Wait wait) throws Exception {
    byte[] bytes = bytes(SIZE);
    Path one = Files.write(folder.resolve("one"), bytes);
    byte[] others = bytes(SIZE);
    Path other = Files.write(folder.resolve("other"), others);
    wait.make(
        (read, write) -> {
          try (ByteFile first = ByteFile.open(one, reading(engine));
              ByteFile second = ByteFile.open(other, reading(engine));
              Lease lease = BufferPool.shared().lease(4L * SIZE);
              Arena confined = Arena.ofConfined();
              Arena shared = Arena.ofShared()) {
            for (int round = 0; round < 3; round++) {
              ReadBatch batch = new ReadBatch(1 + random.nextInt(ReadBatchDepth.MOST));
              List<Runnable> checks = new ArrayList<>();
              long used = 0;
              for (int i = 0; i < 60; i++) {
                int length = LENGTHS[random.nextInt(i < 56 ? LENGTHS.length - 1 : LENGTHS.length)];
                boolean whole = random.nextBoolean();
                int offset = random.nextInt(SIZE - length + 1);
                int from = whole ? offset / 4096 * 4096 : offset;
                boolean isFirst = random.nextBoolean();
                ByteFile file = isFirst ? first : second;
                byte[] expected = Arrays.copyOfRange(isFirst ? bytes : others, from, from + length);
                MemorySegment target;
                switch (random.nextInt(wait == Wait.FUTURE ? 3 : 4)) {
                  case 0 -> {
                    long at = whole ? used + 4095 & -4096 : used + 1;
                    used = at + length;
                    target = lease.segment().asSlice(at, length);
                    batch.add(file, from, lease, at, length);
                  }
                  case 1 -> {
                    target = shared.allocate(length, whole ? 4096 : 1);
                    batch.add(file, from, target);
                  }
                  case 2 -> {
                    byte[] array = new byte[length + 7];
                    target = MemorySegment.ofArray(array).asSlice(3, length);
                    batch.add(file, from, array, 3, length);
                  }
                  default -> {
                    target = confined.allocate(length, whole ? 4096 : 1);
                    batch.add(file, from, target);
                  }
                }
                checks.add(
                    () -> assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected));
              }
              assertThat(batch.size()).isEqualTo(60);
              read.await(batch);
              assertThat(batch.size()).isZero();
              checks.forEach(Runnable::run);
            }
          }
        });
  }

  /// The most that is allowed, for random depths.
  private static final class ReadBatchDepth {
    static final int MOST = 256;
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void writesFillTheirPlacesInTheFile(FileEngine engine, Wait wait) throws Exception {
    byte[] expected = bytes(SIZE);
    Path path = Files.write(folder.resolve("f"), expected);
    wait.make(
        (read, write) -> {
          try (ByteFile file = ByteFile.open(path, writing(engine));
              Lease lease = BufferPool.shared().lease(64 * 8192L)) {
            lease.segment().copyFrom(MemorySegment.ofArray(bytes(64 * 8192)));
            WriteBatch batch = new WriteBatch(8);
            for (int i = 0; i < 64; i++) {
              boolean whole = i % 3 != 0;
              int offset = i * 16_384 + (whole ? 0 : i);
              int length = whole ? 8192 : 5000 + i;
              int at = i * 8192;
              if (i % 2 == 0) {
                batch.add(file, offset, lease, at, length);
              } else {
                byte[] copy = lease.segment().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
                batch.add(file, offset, copy, 0, length);
              }
              MemorySegment.copy(
                  lease.segment(), ValueLayout.JAVA_BYTE, at, expected, offset, length);
            }
            write.await(batch);
            assertThat(batch.size()).isZero();
          }
        });
    assertThat(Arrays.mismatch(Files.readAllBytes(path), expected)).isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void syncedWritesAreThereAndExtendTheFile(FileEngine engine) throws IOException {
    Path path = folder.resolve("f");
    byte[] content = bytes(40_000);
    try (ByteFile file = ByteFile.create(path, writing(engine))) {
      WriteBatch batch = new WriteBatch();
      for (int i = 3; i >= 0; i--) {
        batch.add(file, i * 10_000L, content, i * 10_000, 10_000);
      }
      batch.awaitSynced();
      assertThat(file.size()).isEqualTo(40_000);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(content);
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void readsPastTheEndFailWithTheirPlaceAndOthersAreComplete(FileEngine engine, Wait wait)
      throws Exception {
    byte[] bytes = bytes(10_000);
    Path path = Files.write(folder.resolve("f"), bytes);
    wait.make(
        (read, write) -> {
          try (ByteFile file = ByteFile.open(path, reading(engine));
              Lease lease = BufferPool.shared().lease(40_960)) {
            ReadBatch batch =
                new ReadBatch()
                    .add(file, 0, lease, 0, 4096)
                    .add(file, 8192, lease, 8192, 4096)
                    .add(file, 9_999, lease, 20_000, 1)
                    .add(file, 1L << 40, lease, 16_384, 10);
            TransferException e =
                catchThrowableOfType(TransferException.class, () -> read.await(batch));
            assertThat(e)
                .hasMessageContainingAll(path.toString(), "cannot read", "the file ends at 10000");
            assertThat(e.offset()).isBetween(8192L, 10_000L);
            assertThat(e.getSuppressed()).hasSize(1);
            assertThat(lease.segment().asSlice(0, 4096).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(Arrays.copyOf(bytes, 4096));
            assertThat(lease.segment().get(ValueLayout.JAVA_BYTE, 20_000)).isEqualTo(bytes[9_999]);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void filesAndLeasesThatWereClosedFailTheirReadsAlone(FileEngine engine, Wait wait)
      throws Exception {
    byte[] bytes = bytes(10_000);
    Path path = Files.write(folder.resolve("f"), bytes);
    Path gone = Files.write(folder.resolve("gone"), bytes);
    wait.make(
        (read, write) -> {
          try (ByteFile file = ByteFile.open(path, reading(engine));
              Lease lease = BufferPool.shared().lease(8192)) {
            ByteFile closed = ByteFile.open(gone, reading(engine));
            Lease ended = BufferPool.shared().lease(4096);
            ReadBatch batch =
                new ReadBatch()
                    .add(closed, 0, lease, 0, 100)
                    .add(file, 0, ended, 0, 100)
                    .add(file, 5000, lease, 4096, 4096);
            closed.close();
            ended.close();
            IllegalStateException e =
                catchThrowableOfType(IllegalStateException.class, () -> read.await(batch));
            assertThat(e).hasMessageContaining(gone + " is closed");
            assertThat(e.getSuppressed()).hasSize(1);
            assertThat(lease.segment().asSlice(4096).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(Arrays.copyOfRange(bytes, 5000, 9096));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void leasesUnderWayCannotBeClosed(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(SIZE));
    try (ByteFile file = ByteFile.open(path, reading(engine))) {
      for (int round = 0; round < 20; round++) {
        Lease lease = BufferPool.shared().lease(200 * 4096);
        ReadBatch batch = new ReadBatch(4);
        for (int i = 0; i < 200; i++) {
          batch.add(file, i * 4096L, lease, i * 4096L, 4096);
        }
        CompletableFuture<Void> future = batch.start();
        while (!future.isDone()) {
          try {
            lease.close();
            break;
          } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("pinned");
            Thread.onSpinWait();
          }
        }
        join(future);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void cancelledBatchesEndAndLeaveTheirLeasesFree(FileEngine engine) throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(SIZE));
    try (ByteFile file = ByteFile.open(path, reading(engine))) {
      for (int round = 0; round < 20; round++) {
        try (Lease lease = BufferPool.shared().lease(500 * 4096)) {
          ReadBatch batch = new ReadBatch(1);
          for (int i = 0; i < 500; i++) {
            batch.add(file, i * 4096L, lease, i * 4096L, 4096);
          }
          CompletableFuture<Void> future = batch.start();
          boolean early = future.cancel(true);
          try {
            Void _ = future.join();
          } catch (CancellationException e) {
            assertThat(early).isTrue();
            assertThat(future).isCancelled();
          }
          assertThat(future.cancel(true)).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void interruptsEndNothingAndStay(FileEngine engine, Wait wait) throws Exception {
    byte[] bytes = bytes(100_000);
    Path path = Files.write(folder.resolve("f"), bytes);
    if (wait == Wait.FUTURE) {
      return; // nobody waits
    }
    wait.make(
        (read, write) -> {
          byte[] target = new byte[100_000];
          try (ByteFile file = ByteFile.open(path, reading(engine))) {
            Thread.currentThread().interrupt();
            read.await(new ReadBatch().add(file, 0, target, 0, target.length));
            assertThat(Thread.interrupted()).isTrue();
          }
          assertThat(target).isEqualTo(bytes);
        });
  }

  @Test
  void nothingIsReadAtOnce() throws Exception {
    for (Wait wait : Wait.values()) {
      wait.make(
          (read, write) -> {
            read.await(new ReadBatch());
            write.await(new WriteBatch());
          });
    }
  }

  @Test
  void depthsAndMemoryThatCannotBeAreRefused() throws IOException {
    Path path = Files.write(folder.resolve("f"), bytes(100));
    for (int depth : new int[] {Integer.MIN_VALUE, 0, 257}) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> new ReadBatch(depth))
          .withMessage("depth " + depth + " must be between 1 and 256");
    }
    try (ByteFile file = ByteFile.open(path);
        Arena arena = Arena.ofConfined()) {
      ReadBatch batch = new ReadBatch();
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> batch.add(file, -1, new byte[1], 0, 1))
          .withMessageContaining("offset -1");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> batch.add(file, 0, arena.allocate(8).asReadOnly()))
          .withMessageContaining("read-only");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> batch.add(file, 0, new byte[8], 4, 5));
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> new WriteBatch().add(file, 0, new byte[1], 0, 1))
          .withMessageContaining("open for reading only");
      assertThat(batch.size()).isZero();
      batch.add(file, 0, arena.allocate(8));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(batch::start)
          .withMessageContaining("use a lease");
      assertThat(batch).hasToString("batch of 1 reads, 64 under way at most");
    }
  }

  @Test
  void leasesThatHaveEndedOrAreAnotherThreadsAreRefused() throws Exception {
    Path path = Files.write(folder.resolve("f"), bytes(100));
    BufferPool pool = BufferPool.shared();
    try (ExecutorService other = Executors.newSingleThreadExecutor();
        ByteFile file = ByteFile.open(path, Access.readWrite())) {
      for (Lease ended : new Lease[] {pool.lease(8), pool.leaseShared(8)}) {
        ended.close();
        assertThatExceptionOfType(IllegalStateException.class)
            .isThrownBy(() -> new ReadBatch().add(file, 0, ended, 0, 8))
            .withMessage("the lease was closed or detached");
        assertThatExceptionOfType(IllegalStateException.class)
            .isThrownBy(() -> new WriteBatch().add(file, 0, ended, 0, 8))
            .withMessage("the lease was closed or detached");
      }
      Lease others = other.submit(() -> pool.lease(8)).get();
      assertThatExceptionOfType(WrongThreadException.class)
          .isThrownBy(() -> new ReadBatch().add(file, 0, others, 0, 8));
      assertThatExceptionOfType(WrongThreadException.class)
          .isThrownBy(() -> new WriteBatch().add(file, 0, others, 0, 8));
      Future<?> closed = other.submit(others::close);
      closed.get();
    }
  }

  /// Counts how often files are synced.
  private static FileEngine counting(AtomicInteger syncs) {
    FileEngine channel = FileEngines.of(FileEngine.Channel.class);
    return new FileEngine() {
      @Override
      public String name() {
        return "counting";
      }

      @Override
      public Optional<String> obstacle() {
        return Optional.empty();
      }

      @Override
      public EngineFile open(Path file, OpenMode mode) throws IOException {
        return new ForwardedFile(channel.open(file, mode)) {
          @Override
          public void sync() {
            syncs.incrementAndGet();
          }
        };
      }

      @Override
      public EngineFile create(Path file) throws IOException {
        return channel.create(file);
      }
    };
  }

  @Test
  void everyFileThatWasWrittenIsSyncedOnceWhereThatIsAskedFor() throws IOException {
    AtomicInteger syncs = new AtomicInteger();
    Access access = writing(counting(syncs));
    Path one = Files.write(folder.resolve("one"), new byte[10]);
    Path other = Files.write(folder.resolve("other"), new byte[10]);
    try (ByteFile first = ByteFile.open(one, access);
        ByteFile second = ByteFile.open(other, access);
        Arena arena = Arena.ofConfined();
        Lease lease = BufferPool.shared().lease(10)) {
      byte[] bytes = {1, 2, 3};
      WriteBatch batch = new WriteBatch(256);
      batch
          .add(first, 0, bytes, 0, 1)
          .add(second, 0, lease, 0, 10)
          .add(first, 2, MemorySegment.ofArray(bytes))
          .add(first, 7, bytes, 0, 3);
      assertThat(batch.size()).isEqualTo(4);
      assertThat(batch).hasToString("batch of 4 writes, 256 under way at most");
      batch.awaitSynced();
      assertThat(syncs).hasValue(2);
      batch.add(first, 0, bytes, 0, 1).await();
      batch.awaitSynced();
      assertThat(syncs).hasValue(2);
      assertThat(new ReadBatch(256).size()).isZero();
      batch.add(first, 0, arena.allocate(3));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(batch::start)
          .withMessageContaining("use a lease");
    }
  }
}
