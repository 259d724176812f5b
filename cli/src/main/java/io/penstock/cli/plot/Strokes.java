package io.penstock.cli.plot;

import java.util.ArrayList;
import java.util.List;

/// A line as upright strokes, one for each column of a picture.
final class Strokes {
  private Strokes() {}

  /// The numbers that each column shows, empty where there are none. Columns between two numbers
  /// show the straight line between them.
  static List<Range> of(Grid grid, int columns) {
    List<Range> strokes = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      strokes.add(
          grid.columns() >= columns
              ? binned(grid, column, columns)
              : between(grid, column, columns));
    }
    return strokes;
  }

  private static Range binned(Grid grid, int column, int columns) {
    Bins bins = new Bins(grid.columns(), columns);
    Range range = Range.EMPTY;
    for (int cell = (int) bins.edge(column); cell < bins.edge(column + 1); cell++) {
      if (!grid.isBlank(0, cell)) {
        range = range.with(grid.min(0, cell)).with(grid.max(0, cell));
      }
    }
    return range;
  }

  private static Range between(Grid grid, int column, int columns) {
    double scale = grid.columns() / (double) columns;
    double left = value(grid, column * scale - 0.5);
    double right = value(grid, (column + 1) * scale - 0.5);
    return Double.isNaN(left) || Double.isNaN(right)
        ? Range.EMPTY
        : Range.EMPTY.with(left).with(right);
  }

  /// The line's height at a place in cells; NaN before its first number, behind its last one and
  /// beside blank cells. A single number is a line all across.
  private static double value(Grid grid, double place) {
    double kept = Math.clamp(place, 0, grid.columns() - 1);
    if (kept != place && grid.columns() > 1) {
      return Double.NaN;
    }
    int before = (int) kept;
    int after = Math.min(before + 1, grid.columns() - 1);
    if (grid.isBlank(0, before) || grid.isBlank(0, after)) {
      return Double.NaN;
    }
    double share = kept - before;
    return grid.mean(0, before) * (1 - share) + grid.mean(0, after) * share;
  }
}
