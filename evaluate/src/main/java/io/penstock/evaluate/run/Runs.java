package io.penstock.evaluate.run;

import io.penstock.array.Comb;
import io.penstock.array.Selection;
import io.penstock.array.Shape;

/// The stretches of a row-major file that a selection consists of, in its own order. The same
/// stands in `distribution.c`.
///
/// @param shape of the array in the file
/// @param selection in it
/// @param axis along which it falls apart: all faster ones are selected as a whole
/// @param below elements of the file for each index of that axis
record Runs(Shape shape, Selection selection, int axis, long below) {

  static Runs of(Shape shape, Selection selection) {
    int axis = shape.rank() - 1;
    long below = 1;
    while (axis > 0 && selection.comb(axis).size() == shape.extent(axis)) {
      below *= shape.extent(axis);
      axis--;
    }
    return new Runs(shape, selection, axis, below);
  }

  long count() {
    long count = selection.comb(axis).count();
    for (int d = 0; d < axis; d++) {
      count = Math.multiplyExact(count, selection.comb(d).size());
    }
    return count;
  }

  /// Stretch number `n`.
  ///
  /// @param elementBytes of an element
  Piece piece(long n, int elementBytes) {
    Comb comb = selection.comb(axis);
    long row = n / comb.count();
    long block = n % comb.count();
    long length = block == comb.count() - 1 ? comb.last() : comb.block();
    long inFile = rowStart(row) + comb.start() + block * comb.stride();
    long inArray = row * comb.size() + block * comb.block();
    long unit = below * elementBytes;
    return new Piece(inArray * unit, inFile * unit, length * unit);
  }

  /// Where row number `row` of those that are selected begins, in indices of the axis.
  private long rowStart(long row) {
    long start = 0;
    long stride = shape.extent(axis);
    long rest = row;
    for (int d = axis - 1; d >= 0; d--) {
      Comb comb = selection.comb(d);
      long index = rest % comb.size();
      start +=
          (comb.start() + index / comb.block() * comb.stride() + index % comb.block()) * stride;
      stride *= shape.extent(d);
      rest /= comb.size();
    }
    return start;
  }
}
