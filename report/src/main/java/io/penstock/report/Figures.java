package io.penstock.report;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The figures of several runs of one approach, in the unit of their experiment.
///
/// @param median of all runs
/// @param min the smallest, which is the worst run where higher is better
/// @param max the largest
/// @param runs how many runs these come from
/// @param values the figure of each run, in the order of the rounds; empty where only the summary
///   is known
public record Figures(double median, double min, double max, int runs, List<Double> values) {
  /// A p-value below this is not taken for chance: five runs against five reach 0.008.
  private static final double SIGNIFICANCE = 0.01;

  /// Runs of each side from which a test can tell chance from change at that significance.
  private static final int ENOUGH = 5;

  /// Runs of both sides together up to which the test is exact.
  private static final int MOST_COUNTED = 100;

  /// @throws IllegalArgumentException if a figure is negative or not finite, if the median is not
  ///   between minimum and maximum, if there was no run, or if the values are not as many as the
  ///   runs and within the range
  public Figures {
    if (!(0 <= min && min <= median && median <= max && max < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "figures must be finite and 0 <= min <= median <= max: min "
              + min
              + ", median "
              + median
              + ", max "
              + max);
    }
    Checks.atLeast(1, runs, "runs");
    values = List.copyOf(values);
    if (!values.isEmpty() && values.size() != runs) {
      throw new IllegalArgumentException(
          "values must be as many as the runs, " + runs + ": " + values.size());
    }
    for (double value : values) {
      if (!(min <= value && value <= max)) {
        throw new IllegalArgumentException(
            "values must be between min " + min + " and max " + max + ": " + value);
      }
    }
  }

  /// A summary of runs whose single figures are not known.
  public Figures(double median, double min, double max, int runs) {
    this(median, min, max, runs, List.of());
  }

  /// Whether the two differ by more than chance explains: by a two-sided Mann-Whitney U test at 1 %
  /// where both know at least five runs, else if their ranges do not overlap.
  public boolean differs(Figures other) {
    return (isTestable() && other.isTestable())
        ? chance(values, other.values) < SIGNIFICANCE
        : !overlaps(other);
  }

  /// The number of times that these are better: the median of the ratios round by round, which
  /// cancels what disturbs a whole round, where both know the same number of runs, else the ratio
  /// of the medians.
  public double ratioTo(Figures other, Better better) {
    if (values.isEmpty() || values.size() != other.values.size()) {
      return better.comparison(median, other.median);
    }
    double[] ratios =
        IntStream.range(0, values.size())
            .mapToDouble(round -> better.comparison(values.get(round), other.values.get(round)))
            .sorted()
            .toArray();
    int middle = ratios.length / 2;
    return ratios.length % 2 == 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2;
  }

  /// The members of an object that has them.
  Map<String, Object> members() {
    return JsonReport.object(
        "median", median,
        "min", min,
        "max", max,
        "runs", runs,
        "values", values.isEmpty() ? null : values);
  }

  private boolean isTestable() {
    return values.size() >= ENOUGH;
  }

  /// Whether the two ranges, ends included, have a figure in common.
  public boolean overlaps(Figures other) {
    return min <= other.max && other.min <= max;
  }

  // ---- the Mann-Whitney U test, with ties ------------------------------------------------------

  /// The probability that two samples differ this much by chance alone: the two-sided p-value.
  /// Equal values share the mean of their ranks.
  ///
  /// Of few runs it counts all ways of dealing the pooled ranks to the two samples; of many the sum
  /// of ranks is taken for normally distributed. A yardstick runs with each batch of an experiment,
  /// and to count the ways of hundreds of its runs would take minutes and gigabytes.
  ///
  /// @throws IllegalArgumentException if a sample is empty
  static double chance(List<Double> one, List<Double> other) {
    if (one.isEmpty() || other.isEmpty()) {
      throw new IllegalArgumentException("a sample is empty: " + one + ", " + other);
    }
    int[] ranks = doubledRanks(Stream.concat(one.stream(), other.stream()).toList());
    long observed = IntStream.of(ranks).limit(one.size()).asLongStream().sum();
    long distance = Math.abs(observed - (long) one.size() * (ranks.length + 1));
    return ranks.length <= MOST_COUNTED
        ? chanceByCounting(ranks, one.size(), distance)
        : chanceByNormal(ranks, one.size(), distance);
  }

  private static double chanceByCounting(int[] ranks, int first, long distance) {
    int mean = first * (ranks.length + 1);
    double[] ways = waysByRankSum(ranks, first);
    double extreme = 0;
    double all = 0;
    for (int sum = 0; sum < ways.length; sum++) {
      all += ways[sum];
      if (Math.abs(sum - mean) >= distance) {
        extreme += ways[sum];
      }
    }
    return extreme / all;
  }

  /// By the variance that a sum of so many of these ranks has, drawn without putting back: shared
  /// ranks make it smaller. Sums are two apart, so that half a step is one.
  private static double chanceByNormal(int[] ranks, int first, long distance) {
    double mean = ranks.length + 1;
    double squares = IntStream.of(ranks).mapToDouble(rank -> (rank - mean) * (rank - mean)).sum();
    double all = ranks.length;
    double variance = squares * first * (all - first) / (all * (all - 1));
    return variance == 0 ? 1 : outside(Math.max(0, distance - 1) / Math.sqrt(variance));
  }

  /// The probability of a normal distribution's two tails beyond so many standard deviations, to
  /// 1.5e-7: Abramowitz and Stegun, 7.1.26.
  private static double outside(double deviations) {
    double x = deviations / Math.sqrt(2);
    double t = 1 / (1 + 0.3275911 * x);
    double series =
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)));
    return t * series * Math.exp(-x * x);
  }

  /// Ranks twice as large as usual, by which shared ones are whole numbers too.
  private static int[] doubledRanks(List<Double> pooled) {
    return pooled.stream().mapToInt(value -> doubledRank(pooled, value)).toArray();
  }

  private static int doubledRank(List<Double> pooled, double value) {
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

  /// How many choices of as many ranks as the first sample has come to each sum.
  private static double[] waysByRankSum(int[] ranks, int first) {
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
}
