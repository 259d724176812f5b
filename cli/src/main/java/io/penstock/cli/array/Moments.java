package io.penstock.cli.array;

/// Count, mean and the sum of squared distances from the mean: what a standard deviation needs,
/// kept so that nothing is cancelled out.
///
/// Numbers are added a block at a time, and blocks are merged, after T. F. Chan, G. H. Golub, R. J.
/// LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample Variances" (1979). Not
/// thread-safe.
final class Moments {
  private long count;
  private double mean;
  private double squares;

  /// Adds the first `n` numbers, which are finite.
  ///
  /// @param sum of these numbers, as [#sum] has it
  void add(double[] values, int n, double sum) {
    if (n > 0) {
      double blockMean = Double.isInfinite(sum) ? carefulMean(values, n) : sum / n;
      merge(n, blockMean, squares(values, n, blockMean));
    }
  }

  /// Adds `n` numbers, at least one, of which the mean and the sum of squared distances from it are
  /// known.
  void add(long n, double knownMean, double knownSquares) {
    merge(n, knownMean, knownSquares);
  }

  void merge(Moments other) {
    if (other.count > 0) {
      merge(other.count, other.mean, other.squares);
    }
  }

  private void merge(long otherCount, double otherMean, double otherSquares) {
    if (count == 0) {
      count = otherCount;
      mean = otherMean;
      squares = otherSquares;
      return;
    }
    double total = (double) count + otherCount;
    double distance = otherMean - mean;
    mean += distance * (otherCount / total);
    squares += otherSquares + distance * distance * (count * (otherCount / total));
    count += otherCount;
  }

  long count() {
    return count;
  }

  double mean() {
    return mean;
  }

  /// Of the numbers themselves, not of a population that they are drawn from: NumPy's `std`.
  double deviation() {
    return Math.sqrt(squares / count);
  }

  /// The sum of the first `n` numbers; it is not finite if one of them is not, or the sum is too
  /// large.
  static double sum(double[] values, int n) {
    // Independent partial sums: the processor adds them side by side.
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= n - 4; i += 4) {
      a += values[i];
      b += values[i + 1];
      c += values[i + 2];
      d += values[i + 3];
    }
    for (; i < n; i++) {
      a += values[i];
    }
    return (a + b) + (c + d);
  }

  private static double squares(double[] values, int n, double mean) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= n - 4; i += 4) {
      double p = values[i] - mean;
      double q = values[i + 1] - mean;
      double r = values[i + 2] - mean;
      double s = values[i + 3] - mean;
      a += p * p;
      b += q * q;
      c += r * r;
      d += s * s;
    }
    for (; i < n; i++) {
      double p = values[i] - mean;
      a += p * p;
    }
    return (a + b) + (c + d);
  }

  // For numbers whose sum is too large for a double.
  private static double carefulMean(double[] values, int n) {
    double mean = 0;
    for (int i = 0; i < n; i++) {
      mean += values[i] / n;
    }
    return mean;
  }
}
