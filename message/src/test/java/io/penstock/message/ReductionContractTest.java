package io.penstock.message;

import static io.penstock.message.RankValues.COUNTS;
import static io.penstock.message.RankValues.all;
import static io.penstock.message.RankValues.sum;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Elements;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about reductions and scans of all ranks.
@Timeout(120)
class ReductionContractTest {
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void sumsReachTheRootAllOrEachItsShare(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] mine = RankValues.of(world.rank(), count);
            long[] sum = sum(ranks, count);
            int root = (count + 1) % ranks;
            long[] result = new long[count];
            world.reduce(mine, world.rank() == root ? result : new long[0], Reduction.SUM, root);
            assertThat(result).isEqualTo(world.rank() == root ? sum : new long[count]);
            long[] everywhere = new long[count];
            world.allReduce(mine, everywhere, Reduction.SUM);
            assertThat(everywhere).isEqualTo(sum);
            Shares shares = Shares.balanced(count, ranks);
            long[] share = new long[(int) shares.count(world.rank())];
            world.reduceScatter(mine, share, shares, Reduction.SUM);
            int from = (int) shares.displacement(world.rank());
            assertThat(share).isEqualTo(Arrays.copyOfRange(sum, from, from + share.length));
            assertThat(mine).isEqualTo(RankValues.of(world.rank(), count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void scansReduceUpToEachRankOrBelowIt(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] mine = RankValues.of(world.rank(), count);
            long[] upToMe = new long[count];
            world.scan(mine, upToMe, Reduction.SUM);
            assertThat(upToMe).isEqualTo(sum(world.rank() + 1, count));
            long[] below = new long[count];
            world.exclusiveScan(mine, below, Reduction.SUM);
            assertThat(below).isEqualTo(sum(world.rank(), count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatIsReducedInPlaceIsReplaced(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] all = RankValues.of(world.rank(), count);
            world.allReduce(all, all, Reduction.SUM);
            assertThat(all).isEqualTo(sum(ranks, count));
            long[] root = RankValues.of(world.rank(), count);
            world.reduce(root, root, Reduction.SUM, 0);
            assertThat(root)
                .isEqualTo(
                    world.rank() == 0 ? sum(ranks, count) : RankValues.of(world.rank(), count));
            long[] scan = RankValues.of(world.rank(), count);
            world.scan(scan, scan, Reduction.SUM);
            assertThat(scan).isEqualTo(sum(world.rank() + 1, count));
            long[] gathered = new long[count * ranks];
            System.arraycopy(
                RankValues.of(world.rank(), count), 0, gathered, count * world.rank(), count);
            world.allGather(
                Elements.of(gathered, count * world.rank(), count), Elements.of(gathered));
            assertThat(gathered).isEqualTo(all(ranks, count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whereOrderMattersTheLowerRanksAreOnTheLeft(TestJob job, int ranks) {
    // Of two digits strings as pairs (number, power of ten), one after the other.
    Reduction append =
        Reduction.ordered(
            "append",
            2,
            (left, right) -> {
              long[] l = (long[]) left;
              long[] r = (long[]) right;
              for (int i = 0; i < l.length; i += 2) {
                r[i] += l[i] * r[i + 1];
                r[i + 1] *= l[i + 1];
              }
            });
    job.run(
        ranks,
        world -> {
          for (int pairs : new int[] {1, 3000, 40_000}) {
            long[] mine = new long[2 * pairs];
            for (int i = 0; i < pairs; i++) {
              mine[2 * i] = world.rank() + 1L;
              mine[2 * i + 1] = 10;
            }
            long[] result = new long[2 * pairs];
            for (int root = 0; root < ranks; root++) {
              world.reduce(mine, result, append, root);
              if (world.rank() == root) {
                assertThat(result[2 * pairs - 2]).isEqualTo(digits(ranks));
              }
            }
            world.allReduce(mine, result, append);
            assertThat(result[0]).isEqualTo(digits(ranks));
            world.scan(mine, result, append);
            assertThat(result[2 * pairs - 2]).isEqualTo(digits(world.rank() + 1));
            Shares shares =
                Shares.of(
                    LongStream.range(0, ranks)
                        .map(r -> 2 * Shares.balanced(pairs, ranks).count((int) r))
                        .toArray());
            long[] share = new long[(int) shares.count(world.rank())];
            world.reduceScatter(mine, share, shares, append);
            for (int i = 0; i < share.length; i += 2) {
              assertThat(share[i]).isEqualTo(digits(ranks));
            }
          }
        });
  }

  private static long digits(int ranks) {
    return LongStream.rangeClosed(1, ranks).reduce(0, (number, digit) -> 10 * number + digit);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void floatingPointSumsAreTheSameAtAllRanks(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : new int[] {10, 60_000}) {
            double[] mine = new double[count];
            Arrays.setAll(mine, i -> Math.sin(i + 7.0 * world.rank()) * Math.pow(10, i % 17));
            double[] sum = new double[count];
            world.allReduce(mine, sum, Reduction.SUM);
            double[] all = new double[count * ranks];
            world.allGather(sum, all);
            for (int rank = 0; rank < ranks; rank++) {
              assertThat(Arrays.copyOfRange(all, rank * count, (rank + 1) * count)).isEqualTo(sum);
            }
          }
        });
  }
}
