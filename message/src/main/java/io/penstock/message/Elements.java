package io.penstock.message;

import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Objects;

/// Consecutive elements of one type in memory: some of an array's, or what a segment holds.
///
/// Names memory and does not copy it; may be kept and used for any number of messages.
public final class Elements {
  private final Object memory;
  private final MessageKind kind;
  private final long first;
  private final long count;

  private Elements(Object memory, MessageKind kind, long first, long count) {
    this.memory = memory;
    this.kind = kind;
    this.first = first;
    this.count = count;
  }

  /// `count` elements of an array, from index `from` on.
  ///
  /// @param array of a primitive type other than `boolean`
  /// @throws IllegalArgumentException if `array` is not such an array
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static Elements of(Object array, int from, int count) {
    ElementType type = ElementType.of(array);
    Objects.checkFromIndexSize(from, count, Array.getLength(array));
    return new Elements(array, MessageKind.of(type), from, count);
  }

  /// All of a segment as elements in native byte order, at any alignment.
  ///
  /// @throws IllegalArgumentException if the segment's size is no multiple of the element's
  public static Elements of(MemorySegment segment, ElementType type) {
    if (segment.byteSize() % type.bytes() != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a segment of %d bytes is no whole number of elements of %s",
              segment.byteSize(),
              type));
    }
    return new Elements(segment, MessageKind.of(type), 0, segment.byteSize() / type.bytes());
  }

  /// The Java array or the segment that holds the elements.
  public Object memory() {
    return memory;
  }

  /// What a message of these elements is.
  public MessageKind kind() {
    return kind;
  }

  /// The index of the first element in [#memory].
  public long first() {
    return first;
  }

  /// How many there are.
  public long count() {
    return count;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d elements of %s from %d", count, kind, first);
  }
}
