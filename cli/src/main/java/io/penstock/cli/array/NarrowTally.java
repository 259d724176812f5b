package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.convert.Integers;
import java.math.BigInteger;

/// Counts of whole numbers of four bytes. A `double` holds each of them exactly, so that they are
/// counted as such, and only what comes out is whole again.
final class NarrowTally implements Tally {
  private final FloatTally tally;

  NarrowTally(DataType type) {
    this.tally =
        new FloatTally(
            (array, from, wide, n) -> Integers.loadDoubles(type, (int[]) array, from, wide, n));
  }

  @Override
  public void add(Object array, int count, Scratch scratch) {
    tally.add(array, count, scratch);
  }

  @Override
  public void merge(Tally other) {
    tally.merge(((NarrowTally) other).tally);
  }

  @Override
  public Summary summary() {
    Summary summary = tally.summary();
    return new Summary(
        summary.count(), 0, 0, summary.zeros(), summary.spread().map(NarrowTally::whole));
  }

  private static Summary.Spread whole(Summary.Spread spread) {
    return new Summary.Spread(
        BigInteger.valueOf(spread.min().longValue()),
        BigInteger.valueOf(spread.max().longValue()),
        spread.mean(),
        spread.deviation());
  }
}
