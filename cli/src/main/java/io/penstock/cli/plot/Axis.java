package io.penstock.cli.plot;

/// The indices along one side of a picture.
///
/// @param name what a reader calls them
/// @param start the first index
/// @param step from one index to the next, negative where they fall
/// @param count how many there are, at least 1
record Axis(String name, long start, long step, long count) {
  /// Where an index lies, in the middle of its share of the side: 0 is where the first one begins,
  /// 1 where the last one ends.
  double place(double index) {
    return ((index - start) / step + 0.5) / count;
  }

  Range range() {
    return Range.EMPTY.with((double) start).with(start + (double) step * (count - 1));
  }
}
