package io.penstock.collective;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Tile;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.file.Format;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.memory.PageFaults;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The transfer of one rank: selected elements of a file, and their places in its memory. Checked:
/// the selection lies inside the view, and the memory has the room.
public final class Part {
  private final View view;
  private final Selection selection;
  private final ElementType type;
  private final Object memory;
  private final long first;
  private final @Nullable Tile tile;

  private Part(
      View view,
      Selection selection,
      ElementType type,
      Object memory,
      long first,
      @Nullable Tile tile) {
    this.view = view;
    this.selection = selection;
    this.type = type;
    this.memory = memory;
    this.first = first;
    this.tile = tile;
  }

  /// Selected elements of an array file.
  ///
  /// @param data as [SharedArrayFile] takes it
  /// @throws IllegalArgumentException if it is no data, of another type or, as a tile, of another
  ///   shape, or if a read would go to a read-only segment
  /// @throws IndexOutOfBoundsException if the selection leaves the file, or `data` is too short
  /// @throws IllegalStateException if the segment's arena is closed
  /// @throws WrongThreadException if the segment is confined to another thread
  static Part of(Direction direction, Format format, Selection selection, Object data) {
    if (data instanceof Tile tile && !tile.places().shape().equals(selection.shape())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a selection of %s does not match places of %s",
              selection.shape(),
              tile.places().shape()));
    }
    return of(direction, View.of(format), selection, data, format.type().element());
  }

  /// As many elements as `data` has from element `first` of an array file on, in storage order. The
  /// errors are those of [#of], but for a tile's shape, which may be any.
  static Part range(Direction direction, Format format, long first, Object data) {
    ElementType type = format.type().element();
    Selection selection = Hyperslab.at(first).count(room(data, type));
    return of(direction, View.flat(format), selection, data, type);
  }

  private static Part of(
      Direction direction, View view, Selection selection, Object data, ElementType type) {
    long room = room(data, type);
    selection.requireWithin(view.shape());
    if (selection.size() > room) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d elements do not fit in memory of %d elements",
              selection.size(),
              room));
    }
    Part part =
        switch (data) {
          case Elements some ->
              new Part(view, selection, type, whole(some.memory()), some.first(), null);
          case Tile tile -> new Part(view, selection, type, tile.memory().whole(), 0, tile);
          default -> new Part(view, selection, type, whole(data), 0, null);
        };
    part.requireAccessible(direction);
    return part;
  }

  /// The number of elements that `data` has room for.
  private static long room(Object data, ElementType type) {
    return switch (data) {
      case Elements some -> {
        if (!some.isTyped()) {
          yield capacity(whole(some.memory()), type);
        }
        if (some.type() != type) {
          throw new IllegalArgumentException(
              String.format(Locale.ROOT, "the file holds %s elements, not %s", type, some.type()));
        }
        yield some.count();
      }
      case Tile tile -> {
        long capacity = capacity(tile.memory().whole(type), type);
        if (capacity < tile.shape().size()) {
          throw new IndexOutOfBoundsException(
              String.format(
                  Locale.ROOT,
                  "memory of %d elements is shorter than its shape %s",
                  capacity,
                  tile.shape()));
        }
        yield tile.places().size();
      }
      default -> capacity(whole(data), type);
    };
  }

  private static Object whole(Object data) {
    return data instanceof Lease lease ? lease.segment() : data;
  }

  private static long capacity(Object memory, ElementType type) {
    if (memory instanceof MemorySegment segment) {
      return type.elementsIn(segment);
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

  private void requireAccessible(Direction direction) {
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

  /// This part, once another thread may move it.
  ///
  /// @throws IllegalArgumentException if its memory is confined to a thread
  Part requireShared() {
    if (memory instanceof MemorySegment segment && Confinement.confines(segment)) {
      throw new IllegalArgumentException(
          "memory that is confined to a thread cannot be used beside it: take a shared arena or an array");
    }
    return this;
  }

  /// The array that the elements are selected from.
  public View view() {
    return view;
  }

  /// The selected elements.
  public Selection selection() {
    return selection;
  }

  /// The type of the elements in memory.
  public ElementType type() {
    return type;
  }

  /// A Java array of that type, or a segment of such elements in native byte order.
  public Object memory() {
    return memory;
  }

  /// The number of elements.
  public long count() {
    return selection.size();
  }

  /// The index in memory of the first element, where the elements lie one after the other in
  /// row-major order of the selection; 0 in a tile.
  long first() {
    return first;
  }

  /// The tile that the elements lie in.
  ///
  /// @return null if they lie one after the other
  @Nullable Tile tile() {
    return tile;
  }

  /// Whether as many elements are selected along each axis as a tile has places.
  boolean hasShapeOf(Tile other) {
    return other.places().shape().equals(selection.shape());
  }

  /// Lets a walk go over the elements' places in the file, in the order in which they lie there.
  public void inFile(Walk walk) {
    view.walk(walk, selection);
  }

  /// Lets a walk go over the elements' places in memory, in the order in which they lie in the
  /// file.
  public void inMemory(Walk walk) {
    if (tile == null) {
      walk.dense(selection, view.storage(), view.pairs(), first);
    } else {
      walk.inMemory(tile.shape(), tile.places(), view.storage(), view.pairs());
    }
  }

  /// The kernel that moves elements between this memory and packed ones in native byte order.
  Kernel kernel() {
    return memory instanceof MemorySegment
        ? Kernel.forSegments(type, ByteOrder.nativeOrder())
        : Kernel.forArrays(type, ByteOrder.nativeOrder());
  }

  /// Packs some elements in file order.
  ///
  /// @param kernel of this part
  /// @param walk over its memory
  void pack(Kernel kernel, Walk walk, long from, long to, MemorySegment target, long offset) {
    int width = type.bytes();
    long at = offset;
    walk.seek(from);
    while (walk.element() < to) {
      long n = Math.min(walk.run(), to - walk.element());
      kernel.pack(memory, walk.position(), walk.step(), target, at, width, n);
      walk.advance(n);
      at += n * width;
    }
    PageFaults.await(memory, to - from); // before it is sent or written
  }

  /// Unpacks some elements from file order; see [#pack].
  void unpack(Kernel kernel, Walk walk, MemorySegment source, long offset, long from, long to) {
    int width = type.bytes();
    long at = offset;
    walk.seek(from);
    while (walk.element() < to) {
      long n = Math.min(walk.run(), to - walk.element());
      kernel.unpack(source, at, width, memory, walk.position(), walk.step(), n);
      walk.advance(n);
      at += n * width;
    }
    PageFaults.await(memory, to - from);
  }
}
