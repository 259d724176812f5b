package io.penstock.evaluate.text;

/// The temperatures of a weather station, in tenths of a degree. For one thread.
final class Station {
  private int least = Integer.MAX_VALUE;
  private int greatest = Integer.MIN_VALUE;
  private long sum;
  private long rows;

  /// One more.
  void add(int tenths) {
    least = Math.min(least, tenths);
    greatest = Math.max(greatest, tenths);
    sum += tenths;
    rows++;
  }

  /// Those of another one as well.
  Station add(Station other) {
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
    sum += other.sum;
    rows += other.rows;
    return this;
  }

  long rows() {
    return rows;
  }

  /// A number made of all of it.
  long answer() {
    return 31 * (31 * (31L * least + greatest) + sum) + rows;
  }
}
