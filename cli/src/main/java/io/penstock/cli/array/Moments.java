package io.penstock.cli.array;

/// A running count, mean and sum of squared distances from the mean, which give the standard
/// deviation without cancellation.
///
/// Numbers are added a block at a time, and blocks are merged, after T. F. Chan, G. H. Golub, R. J.
/// LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample Variances" (1979). Not
/// thread-safe.
final class Moments {
  /// The factor for numbers whose sums and squares no double holds: a power of two, so that no
  /// digit is lost. What vanishes beside them by that is too small to matter.
  private static final double DOWN = 0x1p-600;

  private static final double UP = 0x1p600;

  private long count;
  private double mean;
  private double squares;

  /// Whether mean and squares are those of numbers multiplied by [#DOWN].
  private boolean scaled;

  /// Adds the first `n` numbers, which are finite.
  ///
  /// @param sum of these numbers, as [#sum] has it
  void add(double[] values, int n, double sum) {
    if (n == 0) {
      return;
    }
    double blockMean = sum / n;
    double blockSquares = squares(values, n, 1, blockMean);
    if (Double.isFinite(blockSquares)) {
      add(n, blockMean, blockSquares);
    } else {
      scale();
      double smallMean = scaledSum(values, n) / n;
      merge(n, smallMean, squares(values, n, DOWN, smallMean));
    }
  }

  /// Adds `n` numbers, at least one, of which the mean and the sum of squared distances from it are
  /// known and finite.
  void add(long n, double knownMean, double knownSquares) {
    if (scaled) {
      merge(n, knownMean * DOWN, knownSquares * DOWN * DOWN);
    } else {
      merge(n, knownMean, knownSquares);
    }
  }

  void merge(Moments other) {
    if (other.count == 0) {
      return;
    }
    if (other.scaled) {
      scale();
      merge(other.count, other.mean, other.squares);
    } else {
      add(other.count, other.mean, other.squares);
    }
  }

  private void scale() {
    if (!scaled) {
      scaled = true;
      mean *= DOWN;
      squares = squares * DOWN * DOWN;
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
    double between = distance * distance * (count * (otherCount / total));
    if (!Double.isFinite(squares + otherSquares + between) && !scaled) {
      scale();
      merge(otherCount, otherMean * DOWN, otherSquares * DOWN * DOWN);
      return;
    }
    mean += distance * (otherCount / total);
    squares += otherSquares + between;
    count += otherCount;
  }

  long count() {
    return count;
  }

  /// NaN without numbers.
  double mean() {
    return count == 0 ? Double.NaN : scaled ? mean * UP : mean;
  }

  /// Of the numbers themselves, not of a population that they are drawn from: NumPy's `std`.
  double deviation() {
    double deviation = Math.sqrt(squares / count);
    return scaled ? deviation * UP : deviation;
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

  private static double squares(double[] values, int n, double scale, double mean) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= n - 4; i += 4) {
      double p = values[i] * scale - mean;
      double q = values[i + 1] * scale - mean;
      double r = values[i + 2] * scale - mean;
      double s = values[i + 3] * scale - mean;
      a += p * p;
      b += q * q;
      c += r * r;
      d += s * s;
    }
    for (; i < n; i++) {
      double p = values[i] * scale - mean;
      a += p * p;
    }
    return (a + b) + (c + d);
  }

  private static double scaledSum(double[] values, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += values[i] * DOWN;
    }
    return sum;
  }
}
