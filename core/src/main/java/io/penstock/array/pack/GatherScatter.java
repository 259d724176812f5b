package io.penstock.array.pack;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.StorageOrder;
import io.penstock.array.Tile;
import io.penstock.array.kernel.Kernel;
import io.penstock.memory.Lease;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Locale;

/// A gather of the elements of a tile into contiguous bytes, and a scatter back.
///
/// As MPI_Pack and MPI_Unpack do with a derived datatype, and H5Dgather and H5Dscatter with a
/// dataspace. Elements are packed in row-major order without gaps; those of a segment without a
/// type are bytes, those of a `boolean[]` a byte each, 0 or 1. All methods are stateless and safe
/// for any thread, as far as the memory they are given is; they throw what [MemorySegment] throws
/// for memory that has ended or belongs to another thread.
///
/// ```java
/// Tile column = new Tile(field, Shape.of(rows, columns), Hyperslab.at(0, 1).count(rows, 1));
/// long bytes = GatherScatter.pack(column, packed, ByteOrder.LITTLE_ENDIAN);
/// ```
public final class GatherScatter {
  private final Tile tile;
  private final Object memory;
  private final Kernel kernel;

  private GatherScatter(Tile tile, ByteOrder order) {
    this.tile = tile;
    this.memory = whole(tile.memory());
    this.kernel = kernel(tile.memory(), order);
  }

  /// Gathers the elements of a tile.
  ///
  /// @param packed at least as many bytes as the tile's elements have
  /// @param order of the bytes of each packed element
  /// @return the number of bytes packed
  /// @throws IndexOutOfBoundsException if the tile's memory is shorter than its shape, or its
  ///   elements do not fit `packed`; then nothing is packed
  /// @throws IllegalArgumentException if `packed` is read-only; then nothing is packed
  public static long pack(Tile tile, MemorySegment packed, ByteOrder order) {
    GatherScatter move = checked(tile, packed, order);
    return move.eachRun(
        (at, step, count, distance, rows, offset) ->
            move.kernel.packRows(move.memory, at, step, count, distance, rows, packed, offset));
  }

  /// Scatters packed elements to their places in a tile; other elements are left alone.
  ///
  /// @param packed at least as many bytes as the tile's elements have
  /// @param order of the bytes of each packed element
  /// @return the number of bytes unpacked
  /// @throws IndexOutOfBoundsException if the tile's memory is shorter than its shape, or `packed`
  ///   than the tile's elements; then nothing is unpacked
  /// @throws IllegalArgumentException if the tile's memory is read-only; then nothing is unpacked
  public static long unpack(MemorySegment packed, ByteOrder order, Tile tile) {
    GatherScatter move = checked(tile, packed, order);
    return move.eachRun(
        (at, step, count, distance, rows, offset) ->
            move.kernel.unpackRows(packed, offset, move.memory, at, step, count, distance, rows));
  }

  /// Moves several whole runs.
  @FunctionalInterface
  private interface Mover {
    void move(long at, long step, long count, long distance, long rows, long offset);
  }

  private static Object whole(Elements elements) {
    return elements.memory() instanceof Lease lease ? lease.segment() : elements.memory();
  }

  private static Kernel kernel(Elements elements, ByteOrder order) {
    if (elements.memory() instanceof boolean[]) {
      return Kernel.forBooleans();
    }
    DataType type = DataType.of(elements.isTyped() ? elements.type() : ElementType.BYTE);
    return whole(elements) instanceof MemorySegment
        ? Kernel.forSegments(type, order)
        : Kernel.forArrays(type, order);
  }

  private static GatherScatter checked(Tile tile, MemorySegment packed, ByteOrder order) {
    if (tile.memory().count() < tile.shape().size()) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "memory of %d elements is shorter than its shape %s",
              tile.memory().count(),
              tile.shape()));
    }
    GatherScatter move = new GatherScatter(tile, order);
    long needed = Math.multiplyExact(tile.count(), (long) move.kernel.storedBytes());
    if (packed.byteSize() < needed) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d bytes do not hold %d elements of %d bytes",
              packed.byteSize(),
              tile.count(),
              move.kernel.storedBytes()));
    }
    return move;
  }

  private long eachRun(Mover mover) {
    Walk walk = new Walk();
    walk.over(tile.shape(), tile.places(), StorageOrder.ROW_MAJOR, false);
    walk.seek(0);
    long first = tile.memory().first();
    long width = kernel.storedBytes();
    while (walk.remaining() > 0) {
      long run = walk.run();
      long rows = walk.parallelRuns();
      long distance = rows > 1 ? walk.runDistance() : 0;
      mover.move(first + walk.position(), walk.step(), run, distance, rows, walk.element() * width);
      if (rows == 1) {
        walk.advance(run);
      } else {
        walk.seek(walk.element() + rows * run);
      }
    }
    return walk.size() * width;
  }
}
