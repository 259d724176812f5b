package io.penstock.report;

import java.util.List;
import java.util.stream.Stream;

/// The Mann-Whitney U test: the probability that two samples differ this much by chance alone.
///
/// Exact for every size and with ties: it counts all ways of dealing the pooled ranks to the two
/// samples, where equal values share the mean of their ranks.
final class MannWhitney {
  /// Ranks twice as large as usual, by which shared ones are whole numbers too.
  private final int[] ranks;

  private final int first;

  private MannWhitney(List<Double> one, List<Double> other) {
    first = one.size();
    double[] pooled =
        Stream.concat(one.stream(), other.stream()).mapToDouble(Double::doubleValue).toArray();
    ranks = new int[pooled.length];
    for (int i = 0; i < pooled.length; i++) {
      ranks[i] = doubledRank(pooled, pooled[i]);
    }
  }

  /// The two-sided p-value.
  ///
  /// @throws IllegalArgumentException if a sample is empty
  static double twoSided(List<Double> one, List<Double> other) {
    if (one.isEmpty() || other.isEmpty()) {
      throw new IllegalArgumentException("a sample is empty: " + one + ", " + other);
    }
    return new MannWhitney(one, other).twoSided();
  }

  private double twoSided() {
    int observed = 0;
    for (int i = 0; i < first; i++) {
      observed += ranks[i];
    }
    double[] ways = waysByRankSum();
    int mean = first * (ranks.length + 1);
    double extreme = 0;
    double all = 0;
    for (int sum = 0; sum < ways.length; sum++) {
      all += ways[sum];
      if (Math.abs(sum - mean) >= Math.abs(observed - mean)) {
        extreme += ways[sum];
      }
    }
    return extreme / all;
  }

  /// How many choices of as many ranks as the first sample has come to each sum.
  private double[] waysByRankSum() {
    int highest = ranks.length * (ranks.length + 1);
    double[][] ways = new double[first + 1][highest + 1];
    ways[0][0] = 1;
    for (int rank : ranks) {
      for (int chosen = first; chosen > 0; chosen--) {
        for (int sum = highest; sum >= rank; sum--) {
          ways[chosen][sum] += ways[chosen - 1][sum - rank];
        }
      }
    }
    return ways[first];
  }

  private static int doubledRank(double[] pooled, double value) {
    int below = 0;
    int equal = 0;
    for (double each : pooled) {
      if (each < value) {
        below++;
      } else if (each == value) {
        equal++;
      }
    }
    return 2 * below + equal + 1;
  }
}
