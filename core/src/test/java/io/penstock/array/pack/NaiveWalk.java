package io.penstock.array.pack;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.util.ArrayList;
import java.util.List;

/// Selected elements in the order in which they lie in a file, found by asking every element of the
/// file whether it is selected.
record NaiveWalk(Shape shape, Selection selection, StorageOrder storage, boolean pairs) {
  /// Where the selected elements lie in the file.
  long[] stored() {
    List<Long> found = new ArrayList<>();
    for (long position = 0; position < shape.size(); position++) {
      if (isSelected(indices(position))) {
        found.add(position);
      }
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  /// Where the same elements, in the same order, lie in a row-major array of the shape.
  long[] rowMajor() {
    long[] positions = stored();
    for (int i = 0; i < positions.length; i++) {
      positions[i] = rowMajor(indices(positions[i]), shape);
    }
    return positions;
  }

  /// Where the same elements, in the same order, lie in a row-major array of them alone.
  long[] dense() {
    long[] positions = stored();
    for (int i = 0; i < positions.length; i++) {
      long[] index = indices(positions[i]);
      for (int axis = 0; axis < index.length; axis++) {
        AxisSelection along = selection.axis(axis);
        long from = index[axis] - along.start();
        index[axis] = from / along.stride() * along.block() + from % along.stride();
      }
      positions[i] = rowMajor(index, selection.shape());
    }
    return positions;
  }

  private boolean isSelected(long[] index) {
    boolean selected = true;
    for (int axis = 0; axis < index.length; axis++) {
      selected &= has(selection.axis(axis), index[axis]);
    }
    return selected;
  }

  private static boolean has(AxisSelection along, long index) {
    for (long nth = 0; nth < along.count(); nth++) {
      long first = along.start() + nth * along.stride();
      long width = nth == along.count() - 1 ? along.last() : along.block();
      if (index >= first && index < first + width) {
        return true;
      }
    }
    return false;
  }

  private long[] indices(long position) {
    long[] index = new long[shape.rank()];
    long rest = position;
    for (int axis : fastestFirst()) {
      index[axis] = rest % shape.extent(axis);
      rest /= shape.extent(axis);
    }
    return index;
  }

  private List<Integer> fastestFirst() {
    List<Integer> axes = new ArrayList<>();
    for (int axis = 0; axis < shape.rank(); axis++) {
      axes.add(axis);
    }
    if (storage == StorageOrder.ROW_MAJOR) {
      return axes.reversed();
    }
    if (pairs) {
      axes.addFirst(axes.removeLast());
    }
    return axes;
  }

  private static long rowMajor(long[] index, Shape shape) {
    long position = 0;
    for (int axis = 0; axis < index.length; axis++) {
      position = position * shape.extent(axis) + index[axis];
    }
    return position;
  }
}
