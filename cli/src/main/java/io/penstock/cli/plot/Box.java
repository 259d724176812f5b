package io.penstock.cli.plot;

/// Where in a picture the numbers are drawn, in dots.
record Box(int x, int y, int width, int height) {
  /// Beyond this ratio of its sides an array fills the box rather than keeping its proportions.
  private static final double LONGEST = 4;

  /// The part of this box, from its upper left, that a plane takes: with square cells where it is
  /// not too long for that.
  Box fit(long rows, long columns) {
    double ratio = columns / (double) rows;
    if (ratio > LONGEST || ratio < 1 / LONGEST) {
      return this;
    }
    double scale = Math.min(width / (double) columns, height / (double) rows);
    return new Box(
        x,
        y,
        Math.max(1, (int) Math.round(columns * scale)),
        Math.max(1, (int) Math.round(rows * scale)));
  }

  int right() {
    return x + width;
  }

  int bottom() {
    return y + height;
  }
}
