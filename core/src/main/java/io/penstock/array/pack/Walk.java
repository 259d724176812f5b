package io.penstock.array.pack;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;

/// A cursor over the positions of selected elements in a linear array, one evenly spaced run after
/// the other.
///
/// Axes that follow one another without a gap are merged, so that a run is as long as the selection
/// allows. A walk is described once ([#over] or [#dense]) and may then start at any element, which
/// is how threads share one. It allocates nothing after construction and can be used again for
/// other selections. Not thread-safe.
///
/// ```java
/// walk.over(shape, selection, StorageOrder.ROW_MAJOR);
/// for (walk.seek(0); walk.remaining() > 0; walk.advance(walk.run())) {
///   use(walk.position(), walk.step(), walk.run());              // in elements
/// }
/// ```
public final class Walk {
  private static final int AXES = Shape.MAX_RANK + 1;

  /// A walk over nothing, to be described before use.
  public Walk() {}

  // Merged axes, slowest first. `unit` is the distance between neighbouring indices of an axis in
  // elements.
  private final long[] start = new long[AXES];
  private final long[] stride = new long[AXES];
  private final long[] block = new long[AXES];
  private final long[] length = new long[AXES];
  private final long[] unit = new long[AXES];
  private final long[] index = new long[AXES];
  private int axes;
  private long origin;
  private long size;
  private long element;
  private long position;
  private long run;
  private long step;

  /// Walks a selection in the order in which its elements lie in a file or array.
  ///
  /// @param storage how the array of `shape` lies
  /// @param pairs whether the fastest axis is a pair of components that stays together whatever the
  ///   storage order
  public void over(Shape shape, Selection selection, StorageOrder storage, boolean pairs) {
    reset();
    for (int i = 0; i < shape.rank(); i++) {
      int axis = storedAxis(i, shape.rank(), storage, pairs);
      addStored(selection.axis(axis), shape, axis, storage, pairs);
    }
    close();
  }

  /// Walks `count` neighbouring elements from `first` on.
  public void range(long first, long count) {
    reset();
    add(first, Math.max(count, 1), count, count, Long.MAX_VALUE, 1);
    close();
  }

  /// Walks a row-major array that begins at element `first` and has the selection's shape, in the
  /// order in which [#over] walks the selection.
  public void dense(Selection selection, StorageOrder storage, boolean pairs, long first) {
    reset();
    origin = first;
    for (int i = 0; i < selection.rank(); i++) {
      int axis = storedAxis(i, selection.rank(), storage, pairs);
      long extent = selection.axis(axis).size();
      add(
          0,
          Math.max(extent, 1),
          Math.max(extent, 1),
          extent,
          extent,
          rowMajorUnit(selection, axis));
    }
    close();
  }

  /// Walks a selection of a row-major array in the order in which [#over] walks an equally shaped
  /// selection of a file.
  public void inMemory(Shape shape, Selection selection, StorageOrder storage, boolean pairs) {
    reset();
    for (int i = 0; i < shape.rank(); i++) {
      int axis = storedAxis(i, shape.rank(), storage, pairs);
      AxisSelection along = selection.axis(axis);
      add(along, shape.extent(axis), storedUnit(shape, axis, StorageOrder.ROW_MAJOR, false));
    }
    close();
  }

  private static int storedAxis(int i, int rank, StorageOrder storage, boolean pairs) {
    if (storage == StorageOrder.ROW_MAJOR || (pairs && i == rank - 1)) {
      return i;
    }
    return (pairs ? rank - 1 : rank) - 1 - i;
  }

  private void addStored(
      AxisSelection along, Shape shape, int axis, StorageOrder storage, boolean pairs) {
    add(along, shape.extent(axis), storedUnit(shape, axis, storage, pairs));
  }

  private static long storedUnit(Shape shape, int axis, StorageOrder storage, boolean pairs) {
    int last = shape.rank() - 1;
    if (pairs && axis == last) {
      return 1;
    }
    long unit = pairs && storage == StorageOrder.COLUMN_MAJOR ? shape.extent(last) : 1;
    boolean rowMajor = storage == StorageOrder.ROW_MAJOR;
    for (int a = rowMajor ? axis + 1 : 0; a < (rowMajor ? shape.rank() : axis); a++) {
      unit *= shape.extent(a);
    }
    return unit;
  }

  private static long rowMajorUnit(Selection selection, int axis) {
    long unit = 1;
    for (int a = axis + 1; a < selection.rank(); a++) {
      unit *= selection.axis(a).size();
    }
    return unit;
  }

  private void reset() {
    axes = 0;
    size = 1;
    origin = 0;
  }

  private void add(AxisSelection along, long extent, long distance) {
    boolean single = along.count() == 1;
    long oneBlock = single ? along.last() : along.block();
    add(
        along.start(),
        single ? oneBlock : along.stride(),
        oneBlock,
        along.size(),
        extent,
        distance);
  }

  private void add(long first, long spacing, long wide, long selected, long extent, long distance) {
    size *= selected;
    if (selected == 1) {
      origin += first * distance;
      return;
    }
    boolean whole = first == 0 && selected == extent && spacing == wide;
    if (axes > 0 && whole && unit[axes - 1] == extent * distance) {
      merge(extent, distance);
      return;
    }
    boolean touching = spacing == wide;
    start[axes] = first;
    stride[axes] = touching ? selected : spacing;
    block[axes] = touching ? selected : wide;
    length[axes] = selected;
    unit[axes] = distance;
    axes++;
  }

  /// The slower axis swallows a faster one that it takes whole.
  private void merge(long extent, long distance) {
    int slower = axes - 1;
    start[slower] *= extent;
    stride[slower] *= extent;
    block[slower] *= extent;
    length[slower] *= extent;
    unit[slower] = distance;
  }

  private void close() {
    if (axes == 0) {
      start[0] = 0;
      stride[0] = 1;
      block[0] = 1;
      length[0] = 1;
      unit[0] = 1;
      axes = 1;
    }
    int fast = axes - 1;
    step = block[fast] == 1 ? stride[fast] * unit[fast] : unit[fast];
  }

  /// The number of elements in the walk.
  public long size() {
    return size;
  }

  /// Whether the walk is one run of neighbouring elements.
  public boolean contiguous() {
    return size <= 1 || (axes == 1 && step == 1 && block[0] >= length[0]);
  }

  /// Goes to one element of the walk.
  ///
  /// @param target from 0 to [#size()]; at the end there is no position
  public void seek(long target) {
    element = target;
    if (target >= size) {
      run = 0;
      return;
    }
    long rest = target;
    for (int axis = axes - 1; axis >= 0; axis--) {
      index[axis] = rest % length[axis];
      rest /= length[axis];
    }
    place();
  }

  /// Goes on by `elements`, not beyond the run.
  public void advance(long elements) {
    element += elements;
    if (elements < run) {
      run -= elements;
      position += elements * step;
      index[axes - 1] += elements;
      return;
    }
    if (element >= size) {
      run = 0;
      return;
    }
    index[axes - 1] += elements;
    for (int axis = axes - 1; index[axis] >= length[axis]; axis--) {
      index[axis] = 0;
      index[axis - 1]++;
    }
    place();
  }

  private void place() {
    long sum = origin;
    for (int axis = 0; axis < axes; axis++) {
      long nth = index[axis] / block[axis];
      sum += (start[axis] + nth * stride[axis] + (index[axis] - nth * block[axis])) * unit[axis];
    }
    position = sum;
    int fast = axes - 1;
    long left = length[fast] - index[fast];
    run = block[fast] == 1 ? left : Math.min(left, block[fast] - index[fast] % block[fast]);
  }

  /// The ordinal of the current element in the walk.
  public long element() {
    return element;
  }

  /// How many elements are left, the current one included.
  public long remaining() {
    return size - element;
  }

  /// Where the current element lies, in elements from the start of the array.
  public long position() {
    return position;
  }

  /// The distance between the elements of the current run.
  public long step() {
    return step;
  }

  /// How many runs, the current one included, follow one another that are as long and as even as
  /// this one and begin at even distances; 1 inside a run.
  public long parallelRuns() {
    int fast = axes - 1;
    int slow = axes - 2;
    if (inBlocks()) {
      boolean begun = index[fast] % block[fast] != 0;
      return begun ? 1 : Math.max(1, (length[fast] - index[fast]) / block[fast]);
    }
    boolean whole = run == length[fast] && index[fast] == 0;
    if (slow < 0 || !whole) {
      return 1;
    }
    long left = length[slow] - index[slow];
    return block[slow] == 1 ? left : Math.min(left, block[slow] - index[slow] % block[slow]);
  }

  /// Whether the fastest axis is taken in several blocks of several elements: each is a run.
  private boolean inBlocks() {
    int fast = axes - 1;
    return block[fast] > 1 && block[fast] < length[fast];
  }

  /// The distance between the beginnings of [#parallelRuns()], where there are several.
  public long runDistance() {
    int axis = inBlocks() ? axes - 1 : axes - 2;
    return inBlocks() || block[axis] == 1 ? stride[axis] * unit[axis] : unit[axis];
  }

  /// How many elements follow evenly, the current one included; 0 at the end.
  public long run() {
    return run;
  }
}
