package io.penstock.cli.array;

import java.util.Arrays;

/// Sums and extremes of very many numbers, kept apart by their place in a block of
/// [Scratch#LENGTH].
///
/// One running sum or minimum makes every number wait for the one before it. Here numbers that
/// follow one another meet different sums, so that the compiler can make vector code of the loops,
/// which it may not reorder by itself; each has to be about arrays at one and the same index. The
/// sums being short, less is rounded off, too.
final class Lanes {
  private final double[] sums = new double[Scratch.LENGTH];
  private final double[] least = new double[Scratch.LENGTH];
  private final double[] most = new double[Scratch.LENGTH];
  private final double[] nearest = new double[Scratch.LENGTH];

  void clear() {
    Arrays.fill(sums, 0);
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
  }

  /// Adds the first `n` numbers to the sum.
  void add(double[] numbers, int n) {
    double[] lanes = sums;
    for (int i = 0; i < n; i++) {
      lanes[i] += numbers[i];
    }
  }

  /// Adds the squares of the distances of the first `n` numbers from `mean` to the sum.
  void addSquares(double[] numbers, int n, double mean) {
    double[] lanes = sums;
    for (int i = 0; i < n; i++) {
      lanes[i] += (numbers[i] - mean) * (numbers[i] - mean);
    }
  }

  /// Counts the first `n` numbers among the extremes.
  void compare(double[] numbers, int n) {
    double[] low = least;
    double[] high = most;
    double[] near = nearest;
    for (int i = 0; i < n; i++) {
      low[i] = Math.min(low[i], numbers[i]);
      high[i] = Math.max(high[i], numbers[i]);
      near[i] = Math.min(near[i], Math.abs(numbers[i]));
    }
  }

  double sum() {
    return Moments.sum(sums, Scratch.LENGTH);
  }

  double least() {
    return Arrays.stream(least).min().orElseThrow();
  }

  /// Whether one of the numbers compared was zero.
  boolean metZero() {
    return Arrays.stream(nearest).min().orElseThrow() == 0;
  }

  double most() {
    return Arrays.stream(most).max().orElseThrow();
  }
}
