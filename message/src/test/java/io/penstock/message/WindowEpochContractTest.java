package io.penstock.message;

import static io.penstock.message.WindowFixture.TAG;
import static io.penstock.message.WindowFixture.at;
import static io.penstock.message.WindowFixture.meet;
import static io.penstock.message.WindowFixture.one;
import static io.penstock.message.WindowFixture.outOfPlace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.Elements;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What windows of every transport promise about epochs: between fences, under locks, and among
/// some ranks.
@Timeout(60)
class WindowEpochContractTest {
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatEachRankPutsIntoAllWindowsIsThereAfterAFence(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(8L * ranks)) {
            window.fence();
            for (int target = 0; target < ranks; target++) {
              window.put(one(10 * world.rank() + target), target, world.rank());
            }
            window.fence();
            for (int origin = 0; origin < ranks; origin++) {
              assertThat(at(window, origin)).isEqualTo(10 * origin + world.rank());
            }
          }
        });
  }

  /// Reads and writes that are not atomic are, under a lock.
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aLockKeepsOthersAwayUntilAllIsComplete(TestJob job, int ranks) {
    int rounds = 25;
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(16)) {
            long[] count = new long[2];
            for (int i = 0; i < rounds; i++) {
              for (int target = 0; target < ranks; target++) {
                window.lock(target);
                window.get(Elements.of(count), target, 0);
                assertThat(count[0]).isEqualTo(count[1]);
                window.put(one(count[0] + 1), target, 0);
                window.put(one(count[1] + 1), target, 1);
                window.unlock(target);
              }
            }
            window.fence();
            assertThat(at(window, 0)).isEqualTo((long) rounds * ranks);
            assertThat(at(window, 1)).isEqualTo((long) rounds * ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void sharedLocksGoTogetherAndAnExclusiveOneWaitsForThem(TestJob job) {
    job.run(
        3,
        world -> {
          try (Window window = world.allocateWindow(8)) {
            if (world.rank() < 2) {
              window.lockShared(0);
              meet(world, 1 - world.rank()); // both have it
              if (world.rank() == 0) {
                world.send(new byte[0], 2, TAG);
              }
              window.accumulate(one(1), 0, 0, Reduction.SUM);
              window.unlock(0);
            } else {
              world.receive(new byte[0], 0, TAG); // rank 0 has it, or had it
              window.lock(0);
              long[] count = new long[1];
              window.get(Elements.of(count), 0, 0);
              assertThat(count[0]).isPositive();
              window.put(one(count[0] + 10), 0, 0);
              window.unlock(0);
            }
            window.fence();
            if (world.rank() == 0) {
              assertThat(at(window, 0)).isEqualTo(12);
            }
          }
        });
  }

  /// The owner is in no call of the library meanwhile.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theOwnerNeedNotCallAnythingWhileOthersWork(TestJob job) {
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(16)) {
            if (world.rank() == 1) {
              window.lock(0);
              window.put(one(4), 0, 1);
              window.flush(0);
              window.accumulate(one(1), 0, 0, Reduction.SUM);
              window.unlock(0);
            } else {
              while (at(window, 0) == 0) {
                window.sync();
              }
              assertThat(at(window, 1)).isEqualTo(4);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsOfARankShareItsEpoch(TestJob job) {
    int threads = 4;
    int rounds = 50;
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(8);
              ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            window.lockAll();
            List<Callable<Void>> tasks =
                IntStream.range(0, threads)
                    .<Callable<Void>>mapToObj(
                        _ ->
                            () -> {
                              for (int i = 0; i < rounds; i++) {
                                window.accumulate(one(1), 0, 0, Reduction.SUM);
                                long _ = window.fetchAndOperate(1, Reduction.SUM, 1, 0);
                              }
                              return null;
                            })
                    .toList();
            for (Future<Void> task : pool.invokeAll(tasks)) {
              task.get();
            }
            window.unlockAll();
            window.fence();
            assertThat(at(window, 0)).isEqualTo(2L * threads * rounds);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aLockThatAThreadWaitsForIsNoEpochOfTheOthersYet(TestJob job) {
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(8);
              ExecutorService pool = Executors.newSingleThreadExecutor()) {
            if (world.rank() == 0) {
              window.lock(0);
              meet(world, 1);
              meet(world, 1);
              window.unlock(0);
            } else {
              meet(world, 0);
              Future<?> waiting = pool.submit(() -> window.lock(0));
              awaitWish(window);
              outOfPlace(() -> window.put(one(1), 0, 0));
              outOfPlace(() -> window.flush(0));
              outOfPlace(() -> window.unlock(0));
              outOfPlace(() -> window.lock(0));
              outOfPlace(window::fence);
              meet(world, 0);
              waiting.get();
              window.put(one(1), 0, 0);
              window.unlock(0);
            }
          }
        });
  }

  /// Until another thread of this rank has begun to wait for a lock.
  private static void awaitWish(Window window) {
    boolean waits = false;
    while (!waits) {
      try {
        window.flushAll();
        waits = true;
      } catch (IllegalStateException e) {
        Thread.onSpinWait();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoClosesTheWindowEndsTheWaitOfItsOtherThreads(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            if (world.rank() == 0) {
              window.lock(0);
              meet(world, 1);
              meet(world, 1); // whose thread waits no more, though the lock is held
              outOfPlace(window::close);
            } else {
              meet(world, 0);
              Future<?> waiting =
                  pool.submit(
                      () -> {
                        outOfPlace(() -> window.lock(0));
                        meet(world, 0);
                      });
              awaitWish(window);
              outOfPlace(window::close);
              waiting.get();
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void someRanksOpenAndEndAnEpochAmongThemselves(TestJob job) {
    job.run(
        4,
        world -> {
          int right = (world.rank() + 1) % 4;
          int left = (world.rank() + 3) % 4;
          try (Window window = world.allocateWindow(16)) {
            for (long round = 1; round <= 20; round++) {
              window.post(left, right);
              window.start(left, right);
              window.put(one(10 * round + world.rank()), right, 0);
              window.put(one(10 * round + world.rank()), left, 1);
              window.complete();
              window.awaitComplete();
              assertThat(at(window, 0)).isEqualTo(10 * round + left);
              assertThat(at(window, 1)).isEqualTo(10 * round + right);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsOutsideAnEpochIsRefused(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          Window window = world.allocateWindow(8);
          outOfPlace(() -> window.put(one(1), other, 0));
          outOfPlace(() -> window.get(one(1), other, 0));
          outOfPlace(() -> window.accumulate(one(1), other, 0, Reduction.SUM));
          outOfPlace(() -> window.compareAndSwap(0, 1, other, 0));
          outOfPlace(() -> window.flush(other));
          outOfPlace(window::flushAll);
          outOfPlace(() -> window.unlock(other));
          outOfPlace(window::unlockAll);
          outOfPlace(window::complete);
          outOfPlace(window::awaitComplete);
          window.lock(other);
          outOfPlace(() -> window.lock(other));
          outOfPlace(window::lockAll);
          outOfPlace(window::unlockAll);
          outOfPlace(window::fence);
          outOfPlace(() -> window.start(other));
          outOfPlace(() -> window.put(one(1), world.rank(), 0));
          window.put(one(1), other, 0);
          window.unlock(other);
          outOfPlace(() -> window.put(one(1), other, 0));
          window.fence();
          window.flush(other);
          window.put(Elements.of(new long[0]), other, 0);
          window.lockAll(); // nothing was done since the fence
          window.unlockAll();
          window.fence();
          window.put(one(2), other, 0);
          outOfPlace(() -> window.lock(other));
          window.fence();
          window.post(other);
          outOfPlace(() -> window.post(other));
          window.start(other);
          outOfPlace(() -> window.lock(other));
          outOfPlace(window::fence);
          window.complete();
          window.awaitComplete();
          window.close();
          window.close();
          outOfPlace(() -> window.put(one(1), other, 0));
          outOfPlace(window::fence);
          outOfPlace(() -> window.lock(other));
          outOfPlace(() -> window.memory().get(ValueLayout.JAVA_BYTE, 0));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aWindowThatIsClosedInAnEpochIsClosedAndLetsOthersGoOn(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          if (world.rank() == 0) {
            window.lock(1);
            window.accumulate(one(1), 1, 0, Reduction.SUM);
            assertThatIllegalStateException()
                .isThrownBy(window::close)
                .withMessageContaining("unlock");
          } else {
            window.lock(1);
            window.unlock(1);
            window.close();
          }
          world.barrier();
        });
  }
}
