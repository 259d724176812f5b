package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CachedPoolTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final BufferPool pool = BufferPools.cached();

  @Test
  void aThreadGetsBackWhatItGaveLast() {
    for (long size : new long[] {0, 1, 100, 5000, 70_000, 8 << 20}) {
      Block block = pool.take(size);
      block.release();
      assertThat(pool.take(size)).isSameAs(block);
      block.release();
    }
    pool.close();
  }

  @Test
  void whatDeadThreadsKeptServesOthersBeforeThePoolGrows() throws Exception {
    for (int i = 0; i < 20; i++) {
      Thread thread = Thread.ofPlatform().start(() -> pool.take(5 << 20).release());
      thread.join();
    }
    assertThat(pool.statistics().heldBytes()).isEqualTo(8 << 20);
    pool.close();
  }

  @Test
  void trimmingTakesWhatDeadThreadsKept() throws Exception {
    Thread thread = Thread.ofPlatform().start(() -> pool.take(100).release());
    thread.join();
    pool.trim();
    assertThat(pool.statistics().heldBytes()).isZero();
    assertThat(pool.statistics().takes()).isEqualTo(1);
    pool.close();
  }

  @Test
  void trimmingTakesWhatIdleThreadsKeep() throws Exception {
    try (StepByStep other = new StepByStep()) {
      other.run(() -> pool.take(100).release());
      assertThat(pool.statistics().cachedBytes()).isPositive();
      assertThat(pool.trim()).isEqualTo(8 << 20);
      assertThat(pool.statistics().cachedBytes()).isZero();
      assertThat(pool.statistics().heldBytes()).isZero();
      other.run(() -> pool.take(100).release());
      Block block = pool.take(100);
      other.run(pool::trim);
      block.memory().fill((byte) 1);
      block.release();
      pool.trim();
      assertThat(pool.statistics().heldBytes()).isZero();
    }
    pool.close();
  }

  @Test
  void whatIdleThreadsKeepDoesNotUseUpTheLimit() throws Exception {
    PoolOptions options = PoolOptions.defaults().withLimitBytes(64 << 20);
    List<StepByStep> idle = new ArrayList<>();
    try (BufferPool small = BufferPools.cached(options)) {
      for (int i = 0; i < 20; i++) {
        StepByStep thread = new StepByStep();
        idle.add(thread);
        thread.run(() -> takeAndRelease(small));
      }
      assertThat(small.statistics().liveBlocks()).isZero();
      small.take(60 << 20).release();
    } finally {
      idle.forEach(StepByStep::close);
    }
  }

  @Test
  void whatIdleThreadsKeepServesOthersBeforeThePoolGrows() throws Exception {
    List<StepByStep> idle = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      StepByStep thread = new StepByStep();
      idle.add(thread);
      thread.run(() -> takeAndRelease(pool));
    }
    assertThat(pool.statistics().heldBytes()).isLessThanOrEqualTo(64 << 20);
    idle.forEach(StepByStep::close);
    pool.close();
  }

  /// Has a thread keep more than 5 MiB, in blocks of 16 lengths.
  private static void takeAndRelease(BufferPool from) {
    List<Block> blocks = new ArrayList<>();
    for (int sizeClass = PooledBlock.sizeClass(64 << 10); blocks.size() < 16; sizeClass++) {
      blocks.add(from.take(PooledBlock.bytes(sizeClass)));
    }
    blocks.forEach(Block::release);
  }

  @Test
  void aShortageSaysWhatIsInUseWhatIsKeptAndWhatIsHeld() {
    PoolOptions options = PoolOptions.defaults().withRegionBytes(1 << 20).withLimitBytes(2 << 20);
    try (BufferPool small = BufferPools.cached(options)) {
      Block first = small.take(1 << 20);
      Block second = small.take(1000);
      assertThatThrownBy(() -> small.take(1 << 20))
          .isInstanceOf(PoolExhaustedException.class)
          .hasMessage(
              "asked for 1048576 bytes, the pool holds 2097152 of a limit of 2097152: 1049576 are in"
                  + " use in 2 blocks, 0 are kept for the next requests; give memory back or raise"
                  + " the limit");
      first.release();
      second.release();
    }
  }

  @Test
  void tasksOfTheCommonPoolUseTheirThreadsCachesAgain() {
    PoolOptions options = PoolOptions.defaults().withLimitBytes(64 << 20);
    try (BufferPool small = BufferPools.cached(options)) {
      for (int i = 0; i < 300; i++) {
        CompletableFuture.runAsync(() -> small.take(2 << 20).release()).join();
        small.trim();
      }
      assertThat(small.statistics().heldBytes()).isZero();
    }
  }

  @Test
  void threadsThatMeetInOnePlaceOfTheTableKeepTheirOwn() throws Exception {
    List<StepByStep> met = new ArrayList<>();
    long place = -1;
    while (met.size() < 3) {
      StepByStep thread = new StepByStep();
      AtomicLong id = new AtomicLong();
      thread.run(() -> id.set(Thread.currentThread().threadId() & 1023));
      if (place < 0 || id.get() == place) {
        place = id.get();
        met.add(thread);
      } else {
        thread.close();
      }
    }
    for (StepByStep thread : met) {
      thread.run(
          () -> {
            Block block = pool.take(100);
            block.release();
            assertThat(pool.take(100)).isSameAs(block);
            block.release();
          });
    }
    met.get(1).close();
    pool.trim();
    for (StepByStep thread : List.of(met.getFirst(), met.getLast())) {
      thread.run(() -> pool.take(100).release());
      thread.close();
    }
    assertThat(pool.statistics().takes()).isEqualTo(8);
    pool.close();
  }

  @Test
  void aClosedPoolIsGarbageWhileItsThreadsLive() throws Exception {
    try (StepByStep user = new StepByStep()) {
      List<WeakReference<BufferPool>> pools = new ArrayList<>();
      user.run(
          () -> {
            BufferPool closed = BufferPools.cached();
            closed.take(100).release();
            closed.close();
            pools.add(new WeakReference<>(closed));
          });
      await(
          () -> {
            System.gc();
            return pools.getFirst().refersTo(null);
          });
    }
    pool.close();
  }

  @Test
  void aBlockThatIsAskedForWhileThePoolEndsIsRefused() throws Exception {
    assertIsRefusedAtTheEnd(Thread.ofPlatform().daemon(), from -> from.take(100).release());
  }

  @Test
  void aThreadThatComesWhileThePoolEndsIsRefused() throws Exception {
    assertIsRefusedAtTheEnd(Thread.ofPlatform().daemon(), from -> {});
    assertIsRefusedAtTheEnd(Thread.ofVirtual(), from -> {});
  }

  private void assertIsRefusedAtTheEnd(Thread.Builder kind, Consumer<BufferPool> before)
      throws Exception {
    AtomicInteger step = new AtomicInteger();
    List<BufferPool> pools = new ArrayList<>();
    FutureTask<Block> late =
        new FutureTask<>(
            () -> {
              before.accept(pools.getFirst());
              step.set(1);
              await(() -> step.get() == 2);
              return pools.getFirst().take(100);
            });
    Thread user = kind.unstarted(late);
    Storage storage =
        Storage.of(
            bytes -> Arena.ofAuto().allocate(bytes, 4096),
            memory -> {
              step.set(2); // the memory goes, and the user, who may keep a block, asks for it
              await(() -> late.isDone() || user.getState() == Thread.State.WAITING);
            });
    pools.add(BufferPools.cached(PoolOptions.defaults().withStorage(storage)));
    pools.getFirst().take(100).release();
    user.start();
    await(() -> step.get() == 1);
    pools.getFirst().close();
    assertThatThrownBy(late::get)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the pool is closed");
    assertThat(pools.getFirst().statistics().cachedBytes()).isZero();
    pool.close();
  }

  /// A pool of two regions, of which the second comes when something else has happened.
  private static BufferPool poolThatWaitsFor(Thread other, Thread.State state) {
    AtomicInteger regions = new AtomicInteger();
    Storage storage =
        Storage.of(
            bytes -> {
              if (regions.incrementAndGet() == 2) {
                other.start();
                await(() -> other.getState() == state);
              }
              return Arena.ofAuto().allocate(bytes, 4096);
            },
            memory -> {});
    return BufferPools.cached(PoolOptions.defaults().withStorage(storage).withRegionBytes(1 << 20));
  }

  @Test
  void nobodyTakesWhatAThreadKeepsWhileItIsTaking() throws Exception {
    List<BufferPool> pools = new ArrayList<>();
    Thread trimming = Thread.ofPlatform().daemon().unstarted(() -> pools.getFirst().trim());
    BufferPool busy = poolThatWaitsFor(trimming, Thread.State.BLOCKED);
    pools.add(busy);
    Block kept = busy.take(100);
    kept.release();
    Block taken = busy.take(1 << 20);
    trimming.join();
    assertThat(busy.take(100)).isSameAs(kept);
    kept.release();
    taken.release();
    busy.close();
    pool.close();
  }

  @Test
  void closingWaitsForWhoIsTaking() throws Exception {
    List<BufferPool> pools = new ArrayList<>();
    FutureTask<Object> closing =
        new FutureTask<>(
            () -> {
              pools.getFirst().close();
              return "closed";
            });
    Thread closer = Thread.ofPlatform().daemon().unstarted(closing);
    BufferPool busy = poolThatWaitsFor(closer, Thread.State.TIMED_WAITING);
    pools.add(busy);
    busy.take(100).release();
    Block taken = busy.take(1 << 20);
    assertThatThrownBy(closing::get).hasRootCauseMessage(Regions.stillOut(1).getMessage());
    taken.release();
    busy.close();
    pool.close();
  }

  private static void await(BooleanSupplier done) {
    long start = System.nanoTime();
    while (!done.getAsBoolean()) {
      Thread.onSpinWait();
      assertThat(System.nanoTime() - start).as("time").isLessThan(PATIENCE_NANOS);
    }
  }

  @Test
  void blocksThatGoFromThreadToThreadAreUsedAgain() throws Exception {
    LinkedBlockingQueue<Block> queue = new LinkedBlockingQueue<>();
    int many = 10_000;
    Thread consumer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < many; i++) {
                    try {
                      queue.take().release();
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                  }
                });
    for (int i = 0; i < many; i++) {
      Block block = pool.take(60_000);
      while (queue.size() > 10) {
        Thread.onSpinWait();
      }
      queue.add(block);
    }
    consumer.join();
    assertThat(pool.statistics().liveBlocks()).isZero();
    assertThat(pool.statistics().heldBytes()).isEqualTo(8 << 20);
    pool.close();
  }

  @Test
  void aThreadKeepsNoMoreThanItsBudget() {
    PoolOptions options = PoolOptions.defaults().withCacheBytes(1 << 20);
    try (BufferPool small = BufferPools.cached(options)) {
      List<Block> blocks = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        blocks.add(small.take(1 << 20));
      }
      blocks.forEach(Block::release);
      Block huge = small.take(20 << 20);
      assertThat(small.statistics().heldBytes()).isEqualTo((104 << 20) + (20 << 20));
      huge.release();
      assertThat(small.statistics().heldBytes()).isEqualTo(104 << 20);
    }
  }

  @Test
  void thousandsOfThreadsThatComeAndGoLeaveNothing() throws Exception {
    for (int i = 0; i < 3000; i++) {
      Thread.ofPlatform().start(() -> pool.take(64).release()).join();
    }
    assertThat(pool.statistics().takes()).isEqualTo(3000);
    assertThat(pool.statistics().cachedBytes()).as("of few").isLessThanOrEqualTo(65 * 64);
    assertThat(pool.statistics().heldBytes()).isEqualTo(8 << 20);
    pool.trim();
    assertThat(pool.statistics().heldBytes()).isZero();
    pool.close();
  }

  @Test
  void whatVirtualThreadsKeepIsTakenByTrimming() throws Exception {
    for (int i = 1; i <= 20; i++) {
      Thread.ofVirtual().start(() -> pool.take(100).release()).join();
      assertThat(pool.statistics().takes()).isEqualTo(i);
      assertThat(pool.statistics().liveBlocks()).isZero();
    }
    assertThat(pool.statistics().cachedBytes()).isPositive();
    assertThat(pool.trim()).isEqualTo(8 << 20);
    assertThat(pool.statistics().cachedBytes()).isZero();
    pool.close();
    FutureTask<Block> late = new FutureTask<>(() -> pool.take(100));
    Thread.ofVirtual().start(late).join();
    assertThatThrownBy(late::get).hasRootCauseMessage("the pool is closed");
  }

  @Test
  void aPoolThatCouldNotBeClosedServesEveryThread() throws Exception {
    try (StepByStep other = new StepByStep()) {
      other.run(() -> pool.take(100).release());
      Block block = pool.take(100);
      assertThatThrownBy(pool::close).hasMessage(Regions.stillOut(1).getMessage());
      other.run(() -> pool.take(100).release());
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        Thread.ofVirtual().start(() -> pool.take(100).release()).join();
      }
      OtherThread.run(() -> pool.take(100).release());
      block.release();
    }
    pool.close();
    pool.close();
    assertThat(pool.statistics().cachedBytes()).isZero();
  }

  @Test
  void whatLiesReadyIsCountedToTheByte() {
    Block[] blocks = new Block[200];
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < blocks.length; i++) {
        blocks[i] = pool.take(100);
        assertThat(pool.statistics().cachedBytes()).isEqualTo(round * 128L * (199 - i));
        assertThat(pool.statistics().liveBytes()).isEqualTo(100L * (i + 1));
      }
      for (int i = 0; i < blocks.length; i++) {
        blocks[i].release();
        assertThat(pool.statistics().cachedBytes()).isEqualTo(128L * (i + 1));
        assertThat(pool.statistics().liveBytes()).isEqualTo(100L * (199 - i));
      }
    }
    assertThat(pool.trim()).isEqualTo(8 << 20);
    assertThat(pool.statistics().cachedBytes()).isZero();
    pool.close();
  }

  @Test
  void aThreadThatHasKeptItsBudgetBeginsAnew() {
    assertKeeps(8 * 128, 9, 8, 128);
    assertKeeps(33 * 128, 34, 33, 128);
  }

  @Test
  void whatNeitherAThreadNorItsNeighboursHaveRoomForIsFreeAgain() {
    assertKeeps(70 * 128, 129, 128, (129 - 32) * 128);
  }

  @Test
  void aThreadWithoutABudgetKeepsNothing() {
    assertKeeps(127, 1, 0, 0);
    assertKeeps(0, 3, 0, 0);
  }

  /// @param all how many blocks of 128 bytes are released
  /// @param first so many of them are kept
  /// @param rest how many bytes are kept in the end
  private static void assertKeeps(long budget, int all, int first, long rest) {
    PoolOptions options = PoolOptions.defaults().withCacheBytes(budget);
    try (BufferPool small = BufferPools.cached(options)) {
      List<Block> blocks = new ArrayList<>();
      for (int i = 0; i < all; i++) {
        blocks.add(small.take(128));
      }
      for (int i = 0; i < first; i++) {
        blocks.get(i).release();
        assertThat(small.statistics().cachedBytes()).isEqualTo(128L * (i + 1));
      }
      blocks.subList(first, all).forEach(Block::release);
      assertThat(small.statistics().cachedBytes()).isEqualTo(rest);
      assertThat(small.statistics().liveBlocks()).isZero();
      assertThat(small.trim()).isEqualTo(8 << 20);
    }
  }

  @Test
  void whatBusyThreadsKeepIsLeftToThemWhileThePoolGrows() throws Exception {
    BufferPool growing = BufferPools.cached(PoolOptions.defaults().withRegionBytes(1 << 20));
    try (StepByStep busy = new StepByStep();
        StepByStep idle = new StepByStep()) {
      AtomicReference<Block> ofBusy = new AtomicReference<>();
      AtomicReference<Block> ofIdle = new AtomicReference<>();
      busy.run(() -> ofBusy.set(takenAndReleased(growing)));
      idle.run(() -> ofIdle.set(takenAndReleased(growing)));
      List<Block> grown = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        grown.add(growing.take(1 << 20));
        busy.run(() -> assertThat(takenAndReleased(growing)).isSameAs(ofBusy.get()));
      }
      idle.run(() -> assertThat(takenAndReleased(growing)).isNotSameAs(ofIdle.get()));
      grown.forEach(Block::release);
    }
    growing.close();
    pool.close();
  }

  private static Block takenAndReleased(BufferPool from) {
    Block block = from.take(100);
    block.release();
    return block;
  }

  @Test
  void whatAThreadKeepsServesItsOwnNextRequest() {
    PoolOptions options = PoolOptions.defaults().withRegionBytes(1 << 20).withLimitBytes(4 << 20);
    try (BufferPool small = BufferPools.cached(options)) {
      List<Block> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(small.take(1 << 20));
      }
      all.forEach(Block::release);
      all.clear();
      for (int i = 0; i < 4; i++) {
        all.add(small.take(600_000));
      }
      assertThat(small.statistics().heldBytes()).isEqualTo(4 << 20);
      all.forEach(Block::release);
    }
  }

  @Test
  void theSharedPoolIsNotClosed() {
    BufferPool.shared().close();
    BufferPool.shared().take(10).release();
  }
}
