package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random work by several threads at once, which hand blocks to each other: no two blocks overlap,
/// the counts return to zero, and the memory to the system.
class BufferPoolProperties {
  private static final int THREADS = 4;
  private static final long LARGEST = 200_000;

  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void blocksNeverOverlapAndAllComesBack(PoolCase each) throws Exception {
    mix(each, 3_000, Thread.ofPlatform().daemon().factory());
  }

  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void virtualThreadsDoNotOverlapEither(PoolCase each) throws Exception {
    mix(each, 1_000, Thread.ofVirtual().factory());
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void blocksNeverOverlapInALongRun(PoolCase each) throws Exception {
    mix(each, 50_000, Thread.ofPlatform().daemon().factory());
  }

  private static void mix(PoolCase each, int steps, ThreadFactory threads) throws Exception {
    long seed = System.nanoTime();
    try (BufferPool pool = each.openWithoutLimit()) {
      RandomMix.Exchange exchange = new RandomMix.Exchange();
      SplittableRandom random = new SplittableRandom(seed);
      List<FutureTask<Object>> works = new ArrayList<>();
      List<Thread> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        RandomMix mix = new RandomMix(pool, random.split(), steps, 60, LARGEST, exchange);
        works.add(new FutureTask<>(Executors.callable(mix)));
        running.add(threads.newThread(works.getLast()));
      }
      running.forEach(Thread::start);
      for (Thread thread : running) {
        thread.join();
      }
      for (FutureTask<Object> work : works) {
        work.get();
      }
      assertThat(pool.statistics().liveBlocks()).as("seed %d", seed).isZero();
      assertThat(pool.statistics().liveBytes()).as("seed %d", seed).isZero();
      pool.trim();
      assertThat(pool.statistics().heldBytes()).as("seed %d", seed).isZero();
    } catch (AssertionError e) {
      throw new AssertionError(each + ", seed " + seed, e);
    }
  }

  @Test
  void aMixOfRandomSizesHoldsLittleMoreThanItUses() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    try (BufferPool pool = BufferPools.cached()) {
      List<Block> live = new ArrayList<>();
      while (live.size() < 1000) {
        live.add(pool.take(sizeUpTo(1 << 20, random)));
      }
      long peak = 0;
      for (int i = 0; i < 20_000; i++) {
        live.remove(random.nextInt(live.size())).release();
        live.add(pool.take(sizeUpTo(1 << 20, random)));
        peak = Math.max(peak, pool.statistics().liveBytes());
      }
      double held = pool.statistics().heldBytes();
      live.forEach(Block::release);
      assertThat(held / peak).as("seed %d", seed).isLessThan(1.6);
    }
  }

  private static long sizeUpTo(long largest, SplittableRandom random) {
    return (long) (64 * Math.pow(largest / 64.0, random.nextDouble()));
  }

  @Test
  void aPoolThatLendsMemoryTwiceIsFoundOut() {
    BufferPool crooked = new LendsTwice(BufferPools.buddy1(PoolOptions.defaults()));
    RandomMix mix =
        new RandomMix(
            crooked, new SplittableRandom(1), 3_000, 60, LARGEST, new RandomMix.Exchange());
    assertThatThrownBy(mix::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("lost its mark");
  }
}
