package io.penstock.cli.plot;

/// A range of numbers.
///
/// @param low its lower end
/// @param high its upper end, below `low` only in [#EMPTY]
record Range(double low, double high) {
  static final Range EMPTY = new Range(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

  Range with(double value) {
    return new Range(Math.min(low, value), Math.max(high, value));
  }

  boolean isEmpty() {
    return low > high;
  }

  /// The relative position of a number, 0 at the lower end and 1 at the upper one; in the middle of
  /// a range that is a single number.
  double place(double value) {
    // Halves, since the whole length may be too large for a double.
    double length = high / 2 - low / 2;
    return length > 0 ? Math.clamp((value / 2 - low / 2) / length, 0, 1) : 0.5;
  }

  /// The same with a margin, so that a line does not run along the frame.
  Range padded() {
    if (isEmpty()) {
      return new Range(0, 1);
    }
    double margin = high > low ? (high / 2 - low / 2) * 0.08 : Math.max(Math.abs(low) * 0.1, 0.5);
    return new Range(
        Math.max(low - margin, -Double.MAX_VALUE), Math.min(high + margin, Double.MAX_VALUE));
  }
}
