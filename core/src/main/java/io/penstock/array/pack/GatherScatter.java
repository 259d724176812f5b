package io.penstock.array.pack;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Locale;

/// A gather of selected elements of a row-major array into contiguous bytes, and a scatter back.
///
/// As MPI_Pack and MPI_Unpack do with a derived datatype, and H5Dgather and H5Dscatter with a
/// dataspace. Elements are packed in row-major order without gaps. All methods are stateless and
/// safe for any thread, as far as the memory they are given is.
public final class GatherScatter {
  private GatherScatter() {}

  /// Gathers the selected elements of a Java array.
  ///
  /// @param array of a primitive type, laid out row-major as `shape`
  /// @param packed at least the selection's size times the element's
  /// @return the number of bytes packed
  /// @throws IllegalArgumentException if `array` is no primitive array, is shorter than `shape`, or
  ///   the ranks differ
  /// @throws IndexOutOfBoundsException if the selection leaves `shape` or does not fit `packed`;
  ///   then nothing is packed
  public static long pack(
      Object array, Shape shape, Selection selection, MemorySegment packed, ByteOrder order) {
    Kernel kernel = check(array, shape, selection, packed, order);
    Walk walk = walk(shape, selection);
    long offset = 0;
    for (walk.seek(0); walk.remaining() > 0; walk.advance(walk.run())) {
      kernel.pack(
          array, walk.position(), walk.step(), packed, offset, kernel.storedBytes(), walk.run());
      offset += walk.run() * kernel.storedBytes();
    }
    return offset;
  }

  /// Scatters packed elements to their selected places in a Java array; other elements are left
  /// alone.
  ///
  /// @param packed at least the selection's size times the element's
  /// @param array of a primitive type, laid out row-major as `shape`
  /// @return the number of bytes unpacked
  /// @throws IllegalArgumentException if `array` is no primitive array, is shorter than `shape`, or
  ///   the ranks differ
  /// @throws IndexOutOfBoundsException if the selection leaves `shape` or does not fit `packed`;
  ///   then nothing is unpacked
  public static long unpack(
      MemorySegment packed, ByteOrder order, Object array, Shape shape, Selection selection) {
    Kernel kernel = check(array, shape, selection, packed, order);
    Walk walk = walk(shape, selection);
    long offset = 0;
    for (walk.seek(0); walk.remaining() > 0; walk.advance(walk.run())) {
      kernel.unpack(
          packed, offset, kernel.storedBytes(), array, walk.position(), walk.step(), walk.run());
      offset += walk.run() * kernel.storedBytes();
    }
    return offset;
  }

  private static Walk walk(Shape shape, Selection selection) {
    Walk walk = new Walk();
    walk.over(shape, selection, StorageOrder.ROW_MAJOR, false);
    return walk;
  }

  private static Kernel check(
      Object array, Shape shape, Selection selection, MemorySegment packed, ByteOrder order) {
    ElementType type = ElementType.of(array.getClass());
    selection.requireWithin(shape);
    if (Array.getLength(array) < shape.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "an array of %d elements is shorter than its shape %s",
              Array.getLength(array),
              shape));
    }
    long needed = Math.multiplyExact(selection.size(), type.bytes());
    if (packed.byteSize() < needed) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d bytes do not hold %d elements of %s",
              packed.byteSize(),
              selection.size(),
              type));
    }
    return Kernel.forArrays(DataType.of(type), order);
  }
}
