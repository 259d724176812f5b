package io.penstock.file;

import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;

/// Checks of the memory that a user hands over.
final class MemoryChecks {
  private MemoryChecks() {}

  /// How many elements of `type` an array or segment holds.
  ///
  /// @throws IllegalArgumentException if it is neither, or an array of another type, or a segment
  ///   that holds no whole number
  static long capacity(Object memory, ElementType type) {
    if (memory instanceof MemorySegment segment) {
      return type.elementsIn(segment);
    }
    if (memory.getClass() != type.arrayClass()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the file holds %s elements, a %s cannot take or give them; use a %s or a MemorySegment, or convert by ArrayFile.as",
              type,
              memory.getClass().getSimpleName(),
              type.arrayClass().getSimpleName()));
    }
    return Array.getLength(memory);
  }

  /// Checks that `count` elements from `from` on lie inside, and may be filled if they are read.
  ///
  /// @throws IllegalArgumentException as [#capacity] does, or if a read-only segment is to be
  ///   filled
  /// @throws IndexOutOfBoundsException if they do not lie inside
  static void requireRoom(
      TransferDirection direction, Object memory, ElementType type, long from, long count) {
    if (direction == TransferDirection.READ
        && memory instanceof MemorySegment segment
        && segment.isReadOnly()) {
      throw new IllegalArgumentException("a read-only segment cannot be read into");
    }
    long capacity = capacity(memory, type);
    if (from < 0 || count < 0 || from > capacity - count) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d elements from index %d on do not fit in memory of %d elements",
              count,
              from,
              capacity));
    }
  }
}
