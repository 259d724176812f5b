package io.penstock.array;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// A regular selection as HDF5 defines it: along each axis `count` blocks of `block` elements, one
/// every `stride` elements, from `start` on.
///
/// ```java
/// Hyperslab.at(1024, 512).count(256, 256)                // a tile
/// Hyperslab.at(0, 1).count(100, 50).stride(1, 2)         // every second column
/// ```
public final class Hyperslab implements Selection {
  private final AxisSelection[] perAxis;

  private Hyperslab(AxisSelection[] perAxis) {
    if (perAxis.length > Shape.MAX_RANK) {
      throw new IllegalArgumentException("rank " + perAxis.length + " is above " + Shape.MAX_RANK);
    }
    this.perAxis = perAxis;
  }

  /// The single element at these indices; widen it with [#count].
  ///
  /// @throws IllegalArgumentException if an index is negative or there are more than
  ///   [Shape#MAX_RANK]
  public static Hyperslab at(long... start) {
    return new Hyperslab(
        Arrays.stream(start)
            .mapToObj(index -> new AxisSelection(index, 1, 1, 1, 1))
            .toArray(AxisSelection[]::new));
  }

  /// Every element of an array.
  public static Hyperslab all(Shape shape) {
    return at(new long[shape.rank()]).count(shape.toArray());
  }

  /// This selection with so many blocks along each axis.
  ///
  /// @throws IllegalArgumentException if a count is negative, their number is not [#rank()], or
  ///   indices overflow
  public Hyperslab count(long... count) {
    return with(
        count,
        "counts",
        axis ->
            blocks(
                perAxis[axis].start(), perAxis[axis].stride(), count[axis], perAxis[axis].block()));
  }

  /// This selection with blocks so many elements apart.
  ///
  /// @throws IllegalArgumentException if a stride is below 1 or below the block (blocks would
  ///   overlap), or their number is not [#rank()]
  public Hyperslab stride(long... stride) {
    return with(
        stride,
        "strides",
        axis ->
            blocks(
                perAxis[axis].start(), stride[axis], perAxis[axis].count(), perAxis[axis].block()));
  }

  /// This selection with blocks of so many elements; a stride that was smaller grows with them, so
  /// that blocks touch.
  ///
  /// @throws IllegalArgumentException if a block is below 1, or their number is not [#rank()]
  public Hyperslab block(long... block) {
    return with(
        block,
        "blocks",
        axis -> {
          AxisSelection along = perAxis[axis];
          long touching = Math.max(along.stride(), block[axis]);
          return blocks(along.start(), touching, along.count(), block[axis]);
        });
  }

  private static AxisSelection blocks(long start, long stride, long count, long block) {
    return new AxisSelection(start, stride, count, block, count == 0 ? 0 : block);
  }

  private Hyperslab with(long[] values, String what, IntFunction<AxisSelection> changed) {
    if (values.length != perAxis.length) {
      throw new IllegalArgumentException(
          values.length + " " + what + " for a hyperslab of rank " + perAxis.length);
    }
    AxisSelection[] all = new AxisSelection[perAxis.length];
    for (int axis = 0; axis < perAxis.length; axis++) {
      all[axis] = changed.apply(axis);
    }
    return new Hyperslab(all);
  }

  @Override
  public int rank() {
    return perAxis.length;
  }

  @Override
  public AxisSelection axis(int axis) {
    return perAxis[axis];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hyperslab that && Arrays.equals(perAxis, that.perAxis);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(perAxis);
  }

  @Override
  public String toString() {
    return Arrays.stream(perAxis)
        .map(c -> c.start() + "+" + c.count() + "*" + c.block() + "/" + c.stride())
        .collect(Collectors.joining(", ", "Hyperslab[", "]"));
  }
}
