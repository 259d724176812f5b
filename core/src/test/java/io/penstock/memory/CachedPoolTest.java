package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class CachedPoolTest {
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
  void aLivingThreadGivesUpWhatItKeepsWhenItNextUsesThePool() throws Exception {
    try (StepByStep other = new StepByStep()) {
      other.run(() -> pool.take(100).release());
      pool.trim();
      assertThat(pool.statistics().heldBytes()).isPositive();
      other.run(() -> pool.take(100).release());
      Block block = pool.take(100);
      other.run(pool::trim);
      block.release();
      pool.trim();
      assertThat(pool.statistics().heldBytes()).isLessThanOrEqualTo(8 << 20);
    }
    pool.close();
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
