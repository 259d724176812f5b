package io.penstock.cli.plot;

import java.util.Arrays;

/// A grid of cells, from the upper left, each with sum, count and extremes of its numbers. Threads
/// may fill different cells at the same time.
final class Grid {
  private static final double SMALL = 0x1p-64;

  private final int rows;
  private final int columns;
  private final double[] sum;

  /// What the numbers of each sum were multiplied by: 1, or [#SMALL] where no double holds their
  /// sum.
  private final double[] scale;

  private final long[] count;
  private final double[] min;
  private final double[] max;

  Grid(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    sum = new double[rows * columns];
    scale = new double[rows * columns];
    count = new long[rows * columns];
    min = new double[rows * columns];
    max = new double[rows * columns];
    Arrays.fill(scale, 1);
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /// Adds the finite ones of `n` numbers, `step` apart, to a cell.
  void add(int row, int column, double[] values, int from, int step, int n) {
    int cell = row * columns + column;
    for (int i = from, left = n; left > 0; i += step, left--) {
      double value = values[i];
      if (Double.isFinite(value)) {
        sum(cell, value);
        count[cell]++;
        min[cell] = Math.min(min[cell], value);
        max[cell] = Math.max(max[cell], value);
      }
    }
  }

  private void sum(int cell, double value) {
    double larger = sum[cell] + value * scale[cell];
    if (Double.isInfinite(larger)) {
      scale[cell] = SMALL;
      larger = sum[cell] * SMALL + value * SMALL;
    }
    sum[cell] = larger;
  }

  /// Whether a cell has no finite number.
  boolean isBlank(int row, int column) {
    return count[row * columns + column] == 0;
  }

  double mean(int row, int column) {
    return mean(row * columns + column);
  }

  private double mean(int cell) {
    return Math.clamp(sum[cell] / count[cell] / scale[cell], min[cell], max[cell]);
  }

  /// The relative position of a cell's mean in a range; NaN if the cell is blank.
  double place(int row, int column, Range range) {
    return isBlank(row, column) ? Double.NaN : range.place(mean(row, column));
  }

  double min(int row, int column) {
    return min[row * columns + column];
  }

  double max(int row, int column) {
    return max[row * columns + column];
  }

  /// The range of all cells' means; empty extremes where all are blank.
  Range means() {
    Range range = Range.EMPTY;
    for (int cell = 0; cell < sum.length; cell++) {
      range = count[cell] == 0 ? range : range.with(mean(cell));
    }
    return range;
  }

  /// The range of all numbers.
  Range extremes() {
    Range range = Range.EMPTY;
    for (int cell = 0; cell < sum.length; cell++) {
      range = count[cell] == 0 ? range : range.with(min[cell]).with(max[cell]);
    }
    return range;
  }

  /// The first of the indices 0 to `extent - 1` in a cell, if they are dealt to `cells` cells of
  /// nearly equal size; for `cell == cells` the end.
  ///
  /// @param cells no more than there are indices
  static long edge(long extent, int cells, int cell) {
    return extent / cells * cell + extent % cells * cell / cells;
  }

  /// The cell of an index, if indices are dealt so.
  static int cell(long extent, int cells, long index) {
    int cell = (int) Math.min(cells - 1, index / (extent / cells));
    while (edge(extent, cells, cell) > index) {
      cell--;
    }
    return cell;
  }
}
