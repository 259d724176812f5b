package io.penstock.cli.plot;

/// A drawing that is not yet placed on a page.
sealed interface Figure {
  String title();

  /// Along the lower side.
  Axis x();

  /// What was sampled.
  Grid grid();

  /// The numbers from the lowest to the highest that the picture tells apart.
  Range values();

  /// Numbers over their index: a grid of one row, each column from its least to its largest number.
  record Line(String title, Axis x, Grid grid) implements Figure {
    @Override
    public Range values() {
      return grid.extremes().padded();
    }
  }

  /// Numbers as colours: each cell the mean of its numbers.
  ///
  /// @param y along the left side, downwards
  record Heat(String title, Axis x, Axis y, Grid grid) implements Figure {
    @Override
    public Range values() {
      Range means = grid.means();
      return means.isEmpty() ? new Range(0, 1) : means;
    }
  }
}
