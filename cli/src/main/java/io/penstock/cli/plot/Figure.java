package io.penstock.cli.plot;

import io.penstock.cli.array.Cut;

/// A sampled line or plane of an array, not yet drawn.
///
/// A line is numbers over their index: a grid of one row, each column from its least to its largest
/// number. A plane is a heat map: each cell the mean of its numbers.
///
/// @param title a line of text above it
/// @param cut its indices, of which the first kept axis is along the left side, downwards, and the
///   last one along the lower side; a line has one kept axis
/// @param grid the samples
record Figure(String title, Cut cut, Grid grid) {
  /// Beyond this ratio of its sides an array fills the box rather than keeping its proportions.
  private static final double LONGEST = 4;

  /// The size, in dots, of the part of a picture that numbers are drawn in.
  record Box(int width, int height) {
    /// The part of this box that a plane takes: with square cells if it is not too long for that.
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

    /// The part of this box that the plane of a cut takes.
    Box fit(Cut cut) {
      return fit(y(cut).count(), x(cut).count());
    }
  }

  boolean isLine() {
    return isLine(cut);
  }

  static boolean isLine(Cut cut) {
    return cut.kept().size() == 1;
  }

  /// The indices along the lower side.
  Cut.Axis x() {
    return x(cut);
  }

  static Cut.Axis x(Cut cut) {
    return cut.axes().get(cut.kept().getLast());
  }

  String xName() {
    return cut.axes().size() == 1 ? "index" : "axis " + cut.kept().getLast();
  }

  /// The indices along the left side, of a plane.
  Cut.Axis y() {
    return y(cut);
  }

  private static Cut.Axis y(Cut cut) {
    return cut.axes().get(cut.kept().getFirst());
  }

  String yName() {
    return "axis " + cut.kept().getFirst();
  }

  /// The relative position of an index along a side, in the middle of its share: 0 is where the
  /// first one begins, 1 where the last one ends.
  static double place(Cut.Axis axis, double index) {
    return ((index - axis.start()) / axis.step() + 0.5) / axis.count();
  }

  /// Round indices along a side.
  static Ticks ticks(Cut.Axis axis, int most) {
    Range indices =
        Range.EMPTY
            .with((double) axis.start())
            .with(axis.start() + (double) axis.step() * (axis.count() - 1));
    return Ticks.whole(indices, most);
  }

  /// The range of the numbers that the picture distinguishes.
  Range values() {
    if (isLine()) {
      return grid.extremes().padded();
    }
    Range means = grid.means();
    return means.isEmpty() ? new Range(0, 1) : means;
  }
}
