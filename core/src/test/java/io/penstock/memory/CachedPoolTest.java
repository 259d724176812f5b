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
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class CachedPoolTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final BufferPool pool = BufferPools.cached();

  @Test
  void aThreadGetsBackWhatItGaveLast() {
    for (long size : new long[] {1, 100, 5000, 70_000, 8 << 20}) {
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
    AtomicInteger step = new AtomicInteger();
    List<BufferPool> pools = new ArrayList<>();
    FutureTask<Block> late =
        new FutureTask<>(
            () -> {
              pools.getFirst().take(100).release();
              step.set(1);
              await(() -> step.get() == 2);
              return pools.getFirst().take(100);
            });
    Thread user = Thread.ofPlatform().daemon().unstarted(late);
    Storage storage =
        Storage.of(
            bytes -> Arena.ofAuto().allocate(bytes, 4096),
            memory -> {
              step.set(2); // the memory goes, and the user, who keeps a block, asks for it
              await(() -> late.isDone() || user.getState() == Thread.State.WAITING);
            });
    pools.add(BufferPools.cached(PoolOptions.defaults().withStorage(storage)));
    user.start();
    await(() -> step.get() == 1);
    pools.getFirst().close();
    assertThatThrownBy(late::get)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the pool is closed");
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
    assertThat(pool.statistics().heldBytes()).isEqualTo(8 << 20);
    pool.trim();
    assertThat(pool.statistics().heldBytes()).isZero();
    pool.close();
  }

  @Test
  void theSharedPoolIsNotClosed() {
    BufferPool.shared().close();
    BufferPool.shared().take(10).release();
  }
}
