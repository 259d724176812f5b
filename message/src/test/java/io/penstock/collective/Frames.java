package io.penstock.collective;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.testing.RandomSelections;
import io.penstock.testing.TypedArrays;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Arrays inside larger ones with a margin of one element on each side.
final class Frames {
  private Frames() {}

  /// An array of `shape` as the inside of a larger one.
  static Tile around(Object array, ElementType type, Shape shape) {
    long[] start = new long[shape.rank()];
    Arrays.fill(start, 1);
    Shape larger = Shape.of(Arrays.stream(shape.toArray()).map(extent -> extent + 2).toArray());
    Object frame = TypedArrays.of(type, Math.toIntExact(larger.size()));
    Tile tile = new Tile(Elements.of(frame), larger, Hyperslab.at(start).count(shape.toArray()));
    move(tile, Elements.of(array).segment(), type, true);
    return tile;
  }

  /// Copies the inside out.
  static void inside(Tile tile, Object array) {
    move(tile, Elements.of(array).segment(), ElementType.of(array.getClass()), false);
  }

  private static void move(Tile tile, MemorySegment dense, ElementType type, boolean inwards) {
    MemorySegment frame = tile.memory().segment();
    long[] positions = RandomSelections.positions(tile.shape(), tile.places());
    long width = type.bytes();
    for (int i = 0; i < positions.length; i++) {
      MemorySegment place = frame.asSlice(positions[i] * width, width);
      MemorySegment element = dense.asSlice(i * width, width);
      if (inwards) {
        place.copyFrom(element);
      } else {
        element.copyFrom(place);
      }
    }
  }
}
