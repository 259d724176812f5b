package io.penstock.cli.array;

import java.util.Arrays;

/// One thread's buffers for widened numbers, a thousand at a time so that they stay in the
/// processor's nearest cache, with sums and extremes kept per place in the buffer (lanes).
///
/// A single running sum or minimum makes every number wait for the one before it. With lanes,
/// consecutive numbers meet different sums, and the compiler can vectorize the loops, which it may
/// not reorder by itself; for that all arrays in a loop must be indexed alike. Since each sum is
/// short, less is rounded off, too.
final class Scratch {
  static final int LENGTH = 1024;

  final long[] integers = new long[LENGTH];
  final double[] numbers = new double[LENGTH];
  private final double[] sums = new double[LENGTH];
  private final double[] least = new double[LENGTH];
  private final double[] most = new double[LENGTH];
  private final double[] nearest = new double[LENGTH];

  /// Resets all lanes.
  void clear() {
    Arrays.fill(sums, 0);
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
  }

  /// Adds the first `n` of [#numbers] to the sums and compares them with the extremes.
  void add(int n) {
    double[] lanes = sums;
    double[] wide = numbers;
    for (int i = 0; i < n; i++) {
      lanes[i] += wide[i];
    }
    double[] low = least;
    double[] high = most;
    double[] near = nearest;
    for (int i = 0; i < n; i++) {
      low[i] = Math.min(low[i], wide[i]);
      high[i] = Math.max(high[i], wide[i]);
      near[i] = Math.min(near[i], Math.abs(wide[i]));
    }
  }

  /// Adds the squared distances of the first `n` of [#numbers] from `mean` to the sums.
  void addSquares(int n, double mean) {
    double[] lanes = sums;
    double[] wide = numbers;
    for (int i = 0; i < n; i++) {
      lanes[i] += (wide[i] - mean) * (wide[i] - mean);
    }
  }

  double sum() {
    return Moments.sum(sums, LENGTH);
  }

  double least() {
    return Arrays.stream(least).min().orElseThrow();
  }

  double most() {
    return Arrays.stream(most).max().orElseThrow();
  }

  /// Whether one of the numbers compared was zero.
  boolean metZero() {
    return Arrays.stream(nearest).min().orElseThrow() == 0;
  }
}
