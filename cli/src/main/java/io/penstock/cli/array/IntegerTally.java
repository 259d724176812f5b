package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.convert.Integers;
import java.math.BigInteger;
import java.util.Optional;

/// Counts of whole numbers; their extremes are exact, however large.
final class IntegerTally implements Tally {
  private final DataType type;

  /// Brings unsigned numbers of 64 bits into the order of signed ones.
  private final long flip;

  private final Moments moments = new Moments();
  private long least = Long.MAX_VALUE;
  private long most = Long.MIN_VALUE;
  private long zeros;

  IntegerTally(DataType type) {
    this.type = type;
    this.flip = type == DataType.UINT64 ? Long.MIN_VALUE : 0;
  }

  @Override
  public void add(Object array, int count, Scratch scratch) {
    for (int from = 0; from < count; from += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, count - from);
      Integers.load(type, array, from, scratch.integers(), n);
      Integers.toDoubles(type, scratch.integers(), n, scratch.numbers());
      moments.add(scratch.numbers(), n, Moments.sum(scratch.numbers(), n));
      order(scratch.integers(), n);
    }
  }

  private void order(long[] values, int n) {
    long low = least;
    long high = most;
    int nothing = 0;
    for (int i = 0; i < n; i++) {
      long value = values[i];
      low = Math.min(low, value ^ flip);
      high = Math.max(high, value ^ flip);
      nothing += value == 0 ? 1 : 0;
    }
    least = low;
    most = high;
    zeros += nothing;
  }

  @Override
  public void merge(Tally other) {
    IntegerTally that = (IntegerTally) other;
    moments.merge(that.moments);
    least = Math.min(least, that.least);
    most = Math.max(most, that.most);
    zeros += that.zeros;
  }

  @Override
  public Summary summary() {
    Optional<Summary.Spread> spread =
        moments.count() == 0
            ? Optional.empty()
            : Optional.of(
                new Summary.Spread(exact(least), exact(most), moments.mean(), moments.deviation()));
    return new Summary(moments.count(), 0, 0, zeros, spread);
  }

  private BigInteger exact(long ordered) {
    return type == DataType.UINT64
        ? new BigInteger(Long.toUnsignedString(ordered ^ flip))
        : BigInteger.valueOf(ordered);
  }
}
