package io.penstock.cli.plot;

/// A size of the part of a picture that numbers are drawn in, in dots.
record Box(int width, int height) {
  /// Beyond this ratio of its sides an array fills the box rather than keeping its proportions.
  private static final double LONGEST = 4;

  /// As much of this box as a plane takes: with square cells where it is not too long for that.
  Box fit(long rows, long columns) {
    double ratio = columns / (double) rows;
    if (ratio > LONGEST || ratio < 1 / LONGEST) {
      return this;
    }
    double scale = Math.min(width / (double) columns, height / (double) rows);
    return new Box(
        Math.max(1, (int) Math.round(columns * scale)),
        Math.max(1, (int) Math.round(rows * scale)));
  }
}
