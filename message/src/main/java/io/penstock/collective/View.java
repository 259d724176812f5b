package io.penstock.collective;

import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.pack.Walk;
import io.penstock.file.Format;

/// The file view: the array that selections of a file select from. An element's position is its
/// number in storage order.
///
/// @param shape in elements, as [io.penstock.file.ArrayFile#shape()]
/// @param storage the order of the axes in the file
/// @param pairs whether the last axis is the two parts of complex numbers, which stay together
public record View(Shape shape, StorageOrder storage, boolean pairs) {
  /// The view of a file as its format describes it.
  public static View of(Format format) {
    return new View(format.elementShape(), format.storage(), format.type().components() == 2);
  }

  /// The view of a file as one row of elements, in storage order.
  public static View flat(Format format) {
    return new View(Shape.of(format.elementShape().size()), StorageOrder.ROW_MAJOR, false);
  }

  /// Lets a walk go over the positions of a selection, in ascending order.
  public void walk(Walk walk, Selection selection) {
    walk.over(shape, selection, storage, pairs);
  }

  /// The axis that is the n-th slowest in the file.
  public int axis(int nth) {
    int rank = shape.rank();
    if (storage == StorageOrder.ROW_MAJOR || (pairs && nth == rank - 1)) {
      return nth;
    }
    return (pairs ? rank - 1 : rank) - 1 - nth;
  }
}
