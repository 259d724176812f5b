package io.penstock.collective;

import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.memory.Lease;
import io.penstock.message.Elements;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;

/// Reads and checks what a caller named as data.
///
/// @param memory a Java array or a segment
/// @param layout where the first element is
/// @param room how many elements there are
record Data(Object memory, Part.Layout layout, long room) {
  /// @throws IllegalArgumentException if it is no data, or of another type
  static Data of(Object data, ElementType type) {
    return switch (data) {
      case Elements elements -> some(elements, type);
      case Tile tile -> tile(tile, type);
      case Lease lease -> whole(lease.segment(), type);
      default -> whole(data, type);
    };
  }

  private static Data whole(Object memory, ElementType type) {
    return new Data(memory, new Part.Layout.Dense(0), capacity(memory, type));
  }

  private static Data some(Elements elements, ElementType type) {
    if (elements.kind() == MessageKind.BYTES || elements.kind().element() != type) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "the file holds %s elements, not %s", type, elements.kind()));
    }
    return new Data(elements.memory(), new Part.Layout.Dense(elements.first()), elements.count());
  }

  private static Data tile(Tile tile, ElementType type) {
    long capacity = capacity(tile.memory(), type);
    if (capacity < tile.shape().size()) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "memory of %d elements is shorter than its shape %s",
              capacity,
              tile.shape()));
    }
    return new Data(
        tile.memory(), new Part.Layout.Placed(tile.shape(), tile.places()), tile.places().size());
  }

  private static long capacity(Object memory, ElementType type) {
    if (memory instanceof MemorySegment segment) {
      if (segment.byteSize() % type.bytes() != 0) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "a segment of %d bytes holds no whole number of %s elements",
                segment.byteSize(),
                type));
      }
      return segment.byteSize() / type.bytes();
    }
    if (memory.getClass() != type.arrayClass()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the file holds %s elements, a %s cannot take or give them; use a %s, Elements of one, a Tile or a MemorySegment",
              type,
              memory.getClass().getSimpleName(),
              type.arrayClass().getSimpleName()));
    }
    return Array.getLength(memory);
  }

  /// Brings data and selection together.
  ///
  /// @throws IllegalArgumentException if a tile has another shape, or what is read goes to a
  ///   read-only segment
  /// @throws IndexOutOfBoundsException if the selection leaves the file, or there is not enough
  ///   memory
  Part part(Direction direction, View view, Selection selection, ElementType type) {
    selection.requireWithin(view.shape());
    if (layout instanceof Part.Layout.Placed placed
        && !placed.places().shape().equals(selection.shape())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a selection of %s does not match places of %s",
              selection.shape(),
              placed.places().shape()));
    }
    if (selection.size() > room) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d elements do not fit in memory of %d elements",
              selection.size(),
              room));
    }
    requireUsable(direction);
    return new Part(view, selection, type, memory, layout);
  }

  private void requireUsable(Direction direction) {
    if (memory instanceof MemorySegment segment) {
      if (!segment.scope().isAlive()) {
        throw new IllegalStateException("the segment's memory has been freed: its arena is closed");
      }
      if (!segment.isAccessibleBy(Thread.currentThread())) {
        throw new WrongThreadException("the segment is confined to another thread");
      }
      if (direction == Direction.READ && segment.isReadOnly()) {
        throw new IllegalArgumentException("a read-only segment cannot be read into");
      }
    }
  }
}
