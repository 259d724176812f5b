package io.penstock.cli.array;

import io.penstock.array.Shape;
import java.util.Arrays;

/// A rectangular part of an array.
public final class Tile {
  private final long[] from;
  private final long[] count;

  /// @param from the first index along each axis
  /// @param count how many indices along each axis
  public Tile(long[] from, long[] count) {
    this.from = from.clone();
    this.count = count.clone();
  }

  long from(int axis) {
    return from[axis];
  }

  long count(int axis) {
    return count[axis];
  }

  Shape shape() {
    return Shape.of(count);
  }

  /// The same with a last axis of which everything is taken.
  Tile append(long extent) {
    Tile longer =
        new Tile(Arrays.copyOf(from, from.length + 1), Arrays.copyOf(count, count.length + 1));
    longer.count[count.length] = extent;
    return longer;
  }
}
