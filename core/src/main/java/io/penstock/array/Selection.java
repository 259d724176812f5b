package io.penstock.array;

import java.util.List;

/// A set of elements of an array, the product of one [AxisSelection] per axis. Selected elements
/// are taken in row-major order.
///
/// Selections are immutable. An empty selection is lawful and moves nothing.
public sealed interface Selection permits Hyperslab, Share {
  /// The product of these, one for each axis, slowest first.
  ///
  /// @throws IllegalArgumentException if there are more than [Shape#MAX_RANK]
  static Selection of(List<AxisSelection> perAxis) {
    if (perAxis.size() > Shape.MAX_RANK) {
      throw new IllegalArgumentException("rank " + perAxis.size() + " is above " + Shape.MAX_RANK);
    }
    return new Share(perAxis);
  }

  /// The number of axes, equal to the rank of the arrays it fits.
  int rank();

  /// The selected indices along `axis`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  AxisSelection axis(int axis);

  /// The shape of what is selected, for an array that holds just that.
  ///
  /// @throws IllegalArgumentException as [#size()] does
  default Shape shape() {
    long[] extents = new long[rank()];
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] = axis(axis).size();
    }
    return Shape.of(extents);
  }

  /// The number of selected elements.
  ///
  /// @throws IllegalArgumentException if they number more than [Long#MAX_VALUE], which no array
  ///   holds
  default long size() {
    long size = 1;
    for (int axis = 0; axis < rank(); axis++) {
      long along = axis(axis).size();
      if (Math.multiplyHigh(size, along) != 0 || size * along < 0) {
        return shape().size(); // refuses it, and says why
      }
      size *= along;
    }
    return size;
  }

  /// Checks that every selected element lies inside an array.
  ///
  /// @throws IllegalArgumentException if the ranks differ
  /// @throws IndexOutOfBoundsException if the selection leaves `shape`; the message names the axis
  default void requireWithin(Shape shape) {
    if (rank() != shape.rank()) {
      throw new IllegalArgumentException(
          "a selection of rank "
              + rank()
              + " does not fit an array of rank "
              + shape.rank()
              + " ("
              + shape
              + ")");
    }
    for (int axis = 0; axis < rank(); axis++) {
      AxisSelection along = axis(axis);
      if (along.end() > shape.extent(axis)) {
        throw new IndexOutOfBoundsException(
            "selection ends at index "
                + along.end()
                + " on axis "
                + axis
                + ", which has "
                + shape.extent(axis)
                + " elements (array "
                + shape
                + ")");
      }
    }
  }
}
