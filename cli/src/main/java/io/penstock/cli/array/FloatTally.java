package io.penstock.cli.array;

import java.util.Optional;

/// Counts of floating-point numbers. Those that are not finite are counted, and left out of
/// everything else.
final class FloatTally implements Tally {
  private final int first;
  private final int step;
  private final Moments moments = new Moments();
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private long zeros;
  private long nan;
  private long infinite;

  /// Of every `step`-th element from `first` on.
  FloatTally(int first, int step) {
    this.first = first;
    this.step = step;
  }

  @Override
  public void add(Object array, int count, Scratch scratch) {
    double[] numbers = scratch.numbers();
    int all = count / step;
    for (int done = 0; done < all; done += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, all - done);
      Floats.load(array, first + done * step, step, numbers, n);
      double sum = Moments.sum(numbers, n);
      if (Double.isFinite(sum)) {
        addFinite(numbers, n, sum);
      } else {
        int finite = sift(numbers, n);
        addFinite(numbers, finite, Moments.sum(numbers, finite));
      }
    }
  }

  /// Moves the finite numbers to the front and counts the others.
  private int sift(double[] numbers, int n) {
    int finite = 0;
    for (int i = 0; i < n; i++) {
      if (Double.isFinite(numbers[i])) {
        numbers[finite++] = numbers[i];
      } else if (Double.isNaN(numbers[i])) {
        nan++;
      } else {
        infinite++;
      }
    }
    return finite;
  }

  private void addFinite(double[] numbers, int n, double sum) {
    moments.add(numbers, n, sum);
    double low = least;
    double high = most;
    int nothing = 0;
    for (int i = 0; i < n; i++) {
      low = Math.min(low, numbers[i]);
      high = Math.max(high, numbers[i]);
      nothing += numbers[i] == 0 ? 1 : 0;
    }
    least = low;
    most = high;
    zeros += nothing;
  }

  @Override
  public void merge(Tally other) {
    FloatTally that = (FloatTally) other;
    moments.merge(that.moments);
    least = Math.min(least, that.least);
    most = Math.max(most, that.most);
    zeros += that.zeros;
    nan += that.nan;
    infinite += that.infinite;
  }

  @Override
  public Summary summary() {
    Optional<Summary.Spread> spread =
        moments.count() == 0
            ? Optional.empty()
            : Optional.of(new Summary.Spread(least, most, moments.mean(), moments.deviation()));
    return new Summary(moments.count() + nan + infinite, nan, infinite, zeros, spread);
  }
}
