package io.penstock.cli.array;

import io.penstock.array.convert.Floats;
import java.util.Optional;

/// Counts of floating-point numbers. Those that are not finite are counted, and left out of
/// everything else.
final class FloatTally implements Tally {
  /// Where numbers come from.
  interface Source {
    /// Widens the `n` numbers that follow the first `from` ones.
    void load(Object array, int from, double[] wide, int n);
  }

  private final Source source;
  private final int step;
  private final Moments moments = new Moments();
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private long zeros;
  private long nan;
  private long infinite;

  /// Whether all numbers and sums were finite: where some were not, more of them are to come.
  private boolean usual = true;

  /// Of all elements.
  FloatTally(Source source) {
    this(source, 1);
  }

  private FloatTally(Source source, int step) {
    this.source = source;
    this.step = step;
  }

  /// Of every `step`-th floating-point number from `first` on.
  static FloatTally every(int first, int step) {
    return new FloatTally(
        (array, from, wide, n) -> Floats.load(array, first + from * step, step, wide, n), step);
  }

  @Override
  public void add(Object array, int count, Scratch scratch) {
    int all = count / step;
    usual = usual && (all == 0 || addedAtOnce(array, all, scratch));
    if (!usual) {
      addCarefully(array, all, scratch);
    }
  }

  /// Adds `all` numbers if they and their sum are finite, the usual case.
  private boolean addedAtOnce(Object array, int all, Scratch scratch) {
    double[] numbers = scratch.numbers();
    Lanes lanes = scratch.lanes();
    lanes.clear();
    for (int done = 0; done < all; done += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, all - done);
      source.load(array, done, numbers, n);
      lanes.add(numbers, n);
      lanes.compare(numbers, n);
    }
    double mean = lanes.sum() / all;
    if (!Double.isFinite(mean)) {
      return false;
    }
    double low = lanes.least();
    double high = lanes.most();
    boolean metZero = lanes.metZero();
    double squares = squares(array, all, mean, scratch);
    if (!Double.isFinite(squares)) {
      return false;
    }
    least = Math.min(least, low);
    most = Math.max(most, high);
    zeros += metZero ? zeros(array, all, numbers) : 0;
    moments.add(all, mean, squares);
    return true;
  }

  private double squares(Object array, int all, double mean, Scratch scratch) {
    scratch.lanes().clear();
    for (int done = 0; done < all; done += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, all - done);
      source.load(array, done, scratch.numbers(), n);
      scratch.lanes().addSquares(scratch.numbers(), n, mean);
    }
    return scratch.lanes().sum();
  }

  /// Counts zeros of either sign. Most arrays have none or few of them: they are looked for apart.
  private long zeros(Object array, int all, double[] numbers) {
    int zeros = 0;
    for (int done = 0; done < all; done += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, all - done);
      source.load(array, done, numbers, n);
      for (int i = 0; i < n; i++) {
        zeros += numbers[i] == 0 ? 1 : 0;
      }
    }
    return zeros;
  }

  private void addCarefully(Object array, int all, Scratch scratch) {
    double[] numbers = scratch.numbers();
    for (int done = 0; done < all; done += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, all - done);
      source.load(array, done, numbers, n);
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
