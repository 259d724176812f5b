package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.file.BatchContractTest.Wait;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Batches that threads move: which thread moves what, when those who wait are told, and what ends
/// before they go on.
class BatchRunTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 32;

  @TempDir Path folder;

  private final byte[] bytes = new byte[PAGES * PAGE];
  private final byte[] found = new byte[PAGES * PAGE];
  private final Set<Thread> movers = ConcurrentHashMap.newKeySet();
  private Path path = Path.of("");
  private Optional<FileHandle> opened = Optional.empty();

  /// What a read or write of a page does first.
  private Before before = _ -> {};

  private interface Before {
    void move(int page) throws IOException;
  }

  /// A file without a descriptor, none of whose reads can be made without a wait.
  private final class Told extends ForwardedFile {
    Told(EngineFile file) {
      super(file);
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      movers.add(Thread.currentThread());
      before.move((int) (offset / PAGE));
      file.read(offset, target, at, length);
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      movers.add(Thread.currentThread());
      before.move((int) (offset / PAGE));
      file.write(offset, source, at, length);
    }
  }

  @BeforeEach
  void open() throws IOException {
    new SplittableRandom(20261129).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
    opened = Optional.of(handle(new Told(channel())));
  }

  private EngineFile channel() throws IOException {
    return FileEngines.of(FileEngine.Channel.class).open(path, OpenMode.READ_WRITE);
  }

  private FileHandle handle(EngineFile file) {
    return new FileHandle(path, Access.readWrite(), file);
  }

  @AfterEach
  void close() throws IOException {
    opened.orElseThrow().close();
  }

  private BatchTransfer read(int page, MemorySegment target) {
    return new BatchTransfer(
        TransferDirection.READ, opened.orElseThrow(), (long) page * PAGE, target);
  }

  private MemorySegment place(int page) {
    return MemorySegment.ofArray(found).asSlice((long) page * PAGE, PAGE);
  }

  /// Reads of the first pages.
  private List<BatchTransfer> reads(int count) {
    return IntStream.range(0, count).mapToObj(page -> read(page, place(page))).toList();
  }

  private void assertFound(int page) {
    assertThat(place(page).mismatch(MemorySegment.ofArray(bytes).asSlice((long) page * PAGE, PAGE)))
        .isEqualTo(-1);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void awaitIn(Wait wait, List<BatchTransfer> transfers, IntConsumer consumer)
      throws Exception {
    wait.make((_, _) -> BatchRun.await(transfers, 8, consumer));
  }

  // ---- which thread ----------------------------------------------------------------------------

  @Test
  void aPlatformThreadSharesReadsWithOthersWhereThereAreNoRings() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    before =
        _ -> {
          both.countDown();
          await(both); // ends only if two threads read at once
        };
    awaitIn(Wait.PLATFORM, reads(2), BatchRun.NOBODY);
    assertThat(movers).hasSize(2).contains(Thread.currentThread());
    assertFound(0);
    assertFound(1);
  }

  @Test
  void aPlatformThreadReadsToItsOwnMemoryItselfWhereItsConsumerCouldEndThat() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(4 * PAGE);
      List<BatchTransfer> reads = new ArrayList<>();
      for (int page = 0; page < 4; page++) {
        reads.add(read(page, memory.asSlice((long) page * PAGE, PAGE)));
      }
      List<Integer> told = new ArrayList<>();
      awaitIn(Wait.PLATFORM, reads, told::add);
      assertThat(told).containsExactlyInAnyOrder(0, 1, 2, 3);
      assertThat(movers).containsExactly(Thread.currentThread());
      assertThat(memory.mismatch(MemorySegment.ofArray(bytes).asSlice(0, 4 * PAGE))).isEqualTo(-1);
    }
  }

  @Test
  void aPlatformThreadCopiesToThePageCacheItself() throws Exception {
    byte[] content = new byte[4 * PAGE];
    new SplittableRandom(7).nextBytes(content);
    List<BatchTransfer> writes = new ArrayList<>();
    for (int page = 0; page < 4; page++) {
      MemorySegment source = MemorySegment.ofArray(content).asSlice((long) page * PAGE, PAGE);
      writes.add(
          new BatchTransfer(
              TransferDirection.WRITE, opened.orElseThrow(), (long) page * PAGE, source));
    }
    awaitIn(Wait.PLATFORM, writes, BatchRun.NOBODY);
    assertThat(movers).containsExactly(Thread.currentThread());
    assertThat(Arrays.copyOf(Files.readAllBytes(path), 4 * PAGE)).isEqualTo(content);
  }

  @Test
  void aVirtualThreadHasItsOwnMemoryFilledByOthersWhileItWaits() throws Exception {
    Wait.VIRTUAL.make(
        (_, _) -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(PAGE);
            BatchRun.await(List.of(read(3, memory)), 8, BatchRun.NOBODY);
            assertThat(movers).hasSize(1).noneMatch(Thread::isVirtual);
            assertThat(memory.mismatch(MemorySegment.ofArray(bytes).asSlice(3 * PAGE, PAGE)))
                .isEqualTo(-1);
          }
        });
  }

  @Test
  void aVirtualThreadReadsToItsOwnMemoryItselfWhereItsConsumerCouldEndThat() throws Exception {
    Wait.VIRTUAL.make(
        (_, _) -> {
          try (Arena arena = Arena.ofConfined()) {
            BatchRun.await(List.of(read(3, arena.allocate(PAGE))), 8, _ -> {});
            assertThat(movers).containsExactly(Thread.currentThread());
          }
        });
  }

  // ---- who is told when ------------------------------------------------------------------------

  @Test
  void aVirtualThreadIsToldOfEachReadAsItCompletes() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    before =
        page -> {
          if (page == 1) {
            await(first);
          }
        };
    List<Integer> told = new ArrayList<>();
    awaitIn(
        Wait.VIRTUAL,
        reads(2),
        index -> {
          told.add(index);
          first.countDown();
        });
    assertThat(told).containsExactly(0, 1);
  }

  @Test
  void whatAConsumerThrowsIsThrownOnWhenNothingIsUnderWayAnyMore() throws Exception {
    AtomicBoolean thrown = new AtomicBoolean();
    AtomicBoolean returned = new AtomicBoolean();
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Wait.VIRTUAL.make(
        (_, _) -> {
          Thread here = Thread.currentThread();
          before =
              page -> {
                if (page == 0) {
                  await(begun);
                  return;
                }
                begun.countDown();
                while ((!thrown.get() || here.getState() != Thread.State.WAITING)
                    && !returned.get()) {
                  Thread.onSpinWait();
                }
                ended.set(true);
              };
          assertThatExceptionOfType(ArithmeticException.class)
              .isThrownBy(
                  () ->
                      BatchRun.await(
                          reads(2),
                          8,
                          _ -> {
                            thrown.set(true);
                            throw new ArithmeticException("enough");
                          }));
          boolean before = ended.get();
          returned.set(true);
          assertThat(before).isTrue();
        });
  }

  @ParameterizedTest
  @EnumSource
  void ofManyFailuresTheFirstSixteenAreTold(Wait wait) throws Exception {
    before =
        page -> {
          throw new IOException("page " + page);
        };
    wait.make(
        (_, _) ->
            assertThatIOException()
                .isThrownBy(() -> make(wait, reads(20)))
                .withMessage("page 0")
                .satisfies(
                    e ->
                        assertThat(List.of(e.getSuppressed()))
                            .hasSize(15)
                            .last()
                            .hasToString(new IOException("page 15").toString())));
  }

  private static void make(Wait wait, List<BatchTransfer> transfers) throws IOException {
    if (wait == Wait.FUTURE) {
      BatchContractTest.join(BatchRun.start(transfers, 8));
    } else {
      BatchRun.await(transfers, 8, BatchRun.NOBODY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEngineThatThrowsFailsItsOwnReadsAlone(Wait wait) throws Exception {
    EngineFile broken =
        new ForwardedFile(channel()) {
          @Override
          public int ringDescriptor() {
            throw new IllegalStateException("no descriptor");
          }
        };
    try (FileHandle handle = handle(broken)) {
      List<BatchTransfer> transfers =
          List.of(
              new BatchTransfer(TransferDirection.READ, handle, 0, place(0)), read(1, place(1)));
      wait.make(
          (_, _) ->
              assertThatIllegalStateException()
                  .isThrownBy(() -> make(wait, transfers))
                  .withMessage("no descriptor"));
    }
    assertFound(1);
  }

  // ---- futures ---------------------------------------------------------------------------------

  @Test
  void aCancelledBatchEndsWithWhatIsUnderWayAndBeginsNothingMore() throws Exception {
    int most = Workers.MOST_LATER;
    CountDownLatch begun = new CountDownLatch(most);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger moved = new AtomicInteger();
    before =
        _ -> {
          begun.countDown();
          await(gate);
          moved.incrementAndGet();
        };
    CompletableFuture<Void> future = BatchRun.start(reads(most + 10), 8);
    try {
      begun.await();
      assertThat(future.cancel(true)).isTrue();
      assertThat(future).isNotDone();
    } finally {
      gate.countDown();
    }
    assertThatExceptionOfType(CancellationException.class).isThrownBy(future::join);
    assertThat(future).isCancelled();
    assertThat(moved).hasValue(most);
    assertThat(future.cancel(true)).isFalse();
    for (int page = 0; page < most; page++) {
      assertFound(page);
    }
  }

  @Test
  void stagesThatFollowABatchCanBeCancelledWithoutIt() {
    CountDownLatch gate = new CountDownLatch(1);
    before = _ -> await(gate);
    CompletableFuture<Void> future = BatchRun.start(reads(3), 8);
    CompletableFuture<Integer> one = future.thenApply(_ -> 1);
    CompletableFuture<Integer> two = future.thenApply(_ -> 2);
    try {
      assertThat(two.cancel(true)).isTrue();
      assertThat(two).isDone();
    } finally {
      gate.countDown();
    }
    assertThat(one.join()).isEqualTo(1);
    assertThat(future).isCompleted();
    assertFound(2);
  }

  @Test
  void aFutureFailsWithWhatTheFirstReadHasMet() {
    before =
        page -> {
          if (page > 0) {
            throw new IOException("page " + page);
          }
        };
    CompletableFuture<Void> future = BatchRun.start(reads(3), 8);
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(future::join)
        .havingCause()
        .withMessage("page 1")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertFound(0);
  }
}
