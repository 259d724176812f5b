package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Elements;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Many operations of all ranks on all windows at once, against what a single thread makes of them.
@Timeout(120)
class WindowStormTest {
  private static final List<Reduction> EXACT =
      List.of(Reduction.SUM, Reduction.XOR, Reduction.MAXIMUM);

  /// The window of a rank, whose size a seed decides; as the oracle has it.
  private static long[][] windows(int ranks, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, ranks)
        .mapToObj(_ -> new long[random.nextInt(4) == 0 ? 0 : random.nextInt(70_000)])
        .toArray(long[][]::new);
  }

  /// What a rank does in a round. Each rank puts in a part of its own of the first half of a
  /// window, and accumulates anywhere in the second half, all by one reduction in a round.
  private static final class Part {
    private final SplittableRandom random;
    private final int rank;
    private final int ranks;
    private final Reduction reduction;

    Part(long seed, int round, int rank, int ranks) {
      this.random = new SplittableRandom(seed * 1_000_003 + round * 101L + rank);
      this.rank = rank;
      this.ranks = ranks;
      this.reduction = EXACT.get(round % EXACT.size());
    }

    interface Doer {
      void put(long[] data, int target, int at);

      void accumulate(long[] data, int target, int at, Reduction by);
    }

    void perform(long[][] windows, Doer doer) {
      for (int i = 0; i < 12; i++) {
        int target = random.nextInt(ranks);
        int half = windows[target].length / 2;
        boolean put = random.nextBoolean();
        int from = put ? half / ranks * rank : half;
        int room = put ? half / ranks : windows[target].length - half;
        int count =
            random.nextInt(3) == 0 ? random.nextInt(room + 1) : random.nextInt(1 + room / 9);
        int at = from + random.nextInt(room - count + 1);
        long[] data = random.longs(count).toArray();
        if (put) {
          doer.put(data, target, at);
        } else {
          doer.accumulate(data, target, at, reduction);
        }
      }
    }
  }

  private static Part.Doer oracle(long[][] windows) {
    return new Part.Doer() {
      @Override
      public void put(long[] data, int target, int at) {
        System.arraycopy(data, 0, windows[target], at, data.length);
      }

      @Override
      public void accumulate(long[] data, int target, int at, Reduction by) {
        long[] there = Arrays.copyOfRange(windows[target], at, at + data.length);
        by.combine(there, data);
        System.arraycopy(data, 0, windows[target], at, data.length);
      }
    };
  }

  private static Part.Doer window(Window window, SplittableRandom random) {
    return new Part.Doer() {
      @Override
      public void put(long[] data, int target, int at) {
        window.put(Elements.of(data), target, at);
      }

      @Override
      public void accumulate(long[] data, int target, int at, Reduction by) {
        if (random.nextBoolean()) {
          window.accumulate(Elements.of(data), target, at, by);
        } else {
          window.getAccumulate(
              Elements.of(data), Elements.of(new long[data.length]), target, at, by);
        }
      }
    };
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void randomPutsAndAccumulationsGiveWhatOneThreadMakesOfThem(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (long seed = 1; seed <= 3; seed++) {
            long[][] expected = windows(ranks, seed);
            SplittableRandom own = new SplittableRandom(world.rank());
            try (Window window = world.allocateWindow(8L * expected[world.rank()].length)) {
              for (int round = 0; round < 6; round++) {
                begin(window, round);
                new Part(seed, round, world.rank(), ranks).perform(expected, window(window, own));
                end(window, round);
                window.fence();
                for (int rank = 0; rank < ranks; rank++) {
                  new Part(seed, round, rank, ranks).perform(expected, oracle(expected));
                }
                assertThat(window.memory().toArray(ValueLayout.JAVA_LONG))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected[world.rank()]);
                int other = own.nextInt(ranks);
                long[] theirs = new long[expected[other].length];
                window.get(Elements.of(theirs), other, 0);
                assertThat(theirs).isEqualTo(expected[other]);
                window.fence();
              }
            }
          }
        });
  }

  private static void begin(Window window, int round) {
    if (round % 2 == 0) {
      window.lockAll();
    } else {
      window.fence();
    }
  }

  private static void end(Window window, int round) {
    if (round % 2 == 0) {
      window.unlockAll();
    }
  }

  /// Who has a window for itself writes two halves that those who share it find equal.
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void readersAndWritersUnderLocksNeverSeeHalfOfAChange(TestJob job, int ranks) {
    int count = 20_000;
    job.run(
        ranks,
        world -> {
          SplittableRandom random = new SplittableRandom(world.rank());
          try (Window window = world.allocateWindow(16L * count)) {
            long[] data = new long[2 * count];
            for (int i = 0; i < 25; i++) {
              int target = random.nextInt(ranks);
              if (random.nextInt(3) == 0) {
                window.lock(target);
                Arrays.fill(data, random.nextLong());
                window.put(Elements.of(data), target, 0);
              } else {
                window.lockShared(target);
                window.get(Elements.of(data), target, 0);
                assertThat(Arrays.stream(data).distinct().count()).isEqualTo(1);
              }
              window.unlock(target);
            }
            window.fence();
          }
        });
  }
}
