package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Ends, trims and shortages of pools while other threads use them: there is an error on one side,
/// and nobody has memory that is gone or somebody else's.
class PoolStormTest {
  private static final int USERS = 3;
  private static final int SHORT = 10;

  /// Closes that users outlast take the longest.
  private static final int CLOSES = 4;

  private static final int LONG = 1_000;

  /// After so many blocks a user stops, so that the close gets its turn in the end.
  private static final int MOST_TAKES = 500;

  private static final long SMALL = 1000;

  /// Longer than a region.
  private static final long LARGE = PoolCase.REGION + 1;

  private static final AtomicLong MARKS = new AtomicLong();

  /// Threads that begin at the same moment, the second a virtual one.
  private static final class Crowd {
    private final List<FutureTask<Boolean>> works = new ArrayList<>();
    private final CyclicBarrier start;
    private int threads;

    Crowd(int threads) {
      this.start = new CyclicBarrier(threads);
    }

    void begin(Runnable work) {
      FutureTask<Boolean> task =
          new FutureTask<>(
              () -> {
                start.await();
                work.run();
                return true;
              });
      works.add(task);
      threads++;
      (threads == 2 ? Thread.ofVirtual() : Thread.ofPlatform().daemon()).start(task);
    }

    void join() throws Exception {
      for (FutureTask<Boolean> work : works) {
        assertThat(work.get()).isTrue();
      }
    }
  }

  /// Marks both ends of a block, looks at them, and releases it.
  private static void use(Block block, long bytes) {
    long mark = MARKS.incrementAndGet();
    block.memory().set(JAVA_LONG_UNALIGNED, 0, mark);
    block.memory().set(JAVA_LONG_UNALIGNED, bytes - Long.BYTES, mark);
    assertThat(block.memory().get(JAVA_LONG_UNALIGNED, 0)).isEqualTo(mark);
    block.release();
  }

  private static void useUntilClosed(BufferPool pool) {
    for (int i = 1; i <= MOST_TAKES; i++) {
      long bytes = i % 250 == 0 ? LARGE : SMALL;
      Block block;
      try {
        block = pool.take(bytes);
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("the pool is closed");
        return;
      }
      use(block, bytes);
    }
  }

  private static void closeAtLast(BufferPool pool) {
    while (true) {
      try {
        pool.close();
        return;
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("still out");
        Thread.onSpinWait();
      }
    }
  }

  private static void closeAgainstLeases(PoolCase each, int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      BufferPool pool = each.openWithoutLimit();
      Crowd crowd = new Crowd(USERS + 1);
      for (int i = 0; i < USERS; i++) {
        crowd.begin(() -> useUntilClosed(pool));
      }
      crowd.begin(() -> closeAtLast(pool));
      crowd.join();
      assertThat(pool.statistics().liveBlocks()).isZero();
      assertThat(pool.statistics().heldBytes()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void aCloseAgainstLeasesEndsInAnErrorOnOneSide(PoolCase each) throws Exception {
    closeAgainstLeases(each, CLOSES);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void manyClosesAgainstLeasesEndInAnErrorOnOneSide(PoolCase each) throws Exception {
    closeAgainstLeases(each, LONG);
  }

  private static void closeAgainstReleases(PoolCase each, int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      BufferPool pool = each.openWithoutLimit();
      Crowd crowd = new Crowd(USERS + 1);
      for (int i = 0; i < USERS; i++) {
        List<Block> blocks = List.of(pool.take(SMALL), pool.take(LARGE), pool.take(SMALL));
        crowd.begin(
            () -> {
              use(blocks.get(0), SMALL);
              use(blocks.get(1), LARGE);
              use(blocks.get(2), SMALL);
            });
      }
      crowd.begin(() -> closeAtLast(pool));
      crowd.join();
      assertThat(pool.statistics().liveBlocks()).isZero();
      assertThat(pool.statistics().heldBytes()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void aCloseAgainstReleasesWaitsForTheLast(PoolCase each) throws Exception {
    closeAgainstReleases(each, SHORT);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void manyClosesAgainstReleasesWaitForTheLast(PoolCase each) throws Exception {
    closeAgainstReleases(each, LONG);
  }

  /// Threads take and release while another takes everything from them that they keep.
  private static void trimAgainstLeases(PoolCase each, int trims) throws Exception {
    try (BufferPool pool = each.openWithoutLimit()) {
      AtomicBoolean done = new AtomicBoolean();
      Crowd crowd = new Crowd(USERS + 1);
      for (int i = 0; i < USERS; i++) {
        crowd.begin(() -> useUntil(pool, done));
      }
      crowd.begin(
          () -> {
            for (int i = 0; i < trims; i++) {
              pool.trim();
            }
            done.set(true);
          });
      crowd.join();
      assertThat(pool.statistics().liveBlocks()).isZero();
      pool.trim();
      assertThat(pool.statistics().cachedBytes()).isZero();
      assertThat(pool.statistics().heldBytes()).isZero();
    }
  }

  private static void useUntil(BufferPool pool, AtomicBoolean done) {
    while (!done.get()) {
      List<Block> blocks = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        blocks.add(pool.take(SMALL));
      }
      blocks.forEach(block -> block.memory().set(JAVA_LONG_UNALIGNED, 0, block.hashCode()));
      for (Block block : blocks) {
        assertThat(block.memory().get(JAVA_LONG_UNALIGNED, 0)).isEqualTo(block.hashCode());
        block.release();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void trimsAgainstLeasesHarmNobody(PoolCase each) throws Exception {
    trimAgainstLeases(each, SHORT);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("io.penstock.memory.PoolCase#all")
  void manyTrimsAgainstLeasesHarmNobody(PoolCase each) throws Exception {
    trimAgainstLeases(each, LONG);
  }
}
