package io.penstock.array;

import io.penstock.memory.Lease;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Consecutive elements in memory, of any type: an array, some of its elements, or what a segment
/// or a lease holds.
///
/// The form of data for code that handles every type alike; where the type is known, arrays and
/// segments are handed over as they are, which makes no object. Names memory and does not copy it;
/// may be kept and used for any number of transfers.
///
/// A segment or a lease may be named without a type. Then a file takes it as elements of the file's
/// own type, a section of a message as elements of the section's, and a communicator as bytes.
public final class Elements implements Layout {
  private final Object memory;
  private final @Nullable ElementType type;
  private final long first;
  private final long count;

  private Elements(Object memory, @Nullable ElementType type, long first, long count) {
    this.memory = memory;
    this.type = type;
    this.first = first;
    this.count = count;
  }

  /// All of an array, a segment or a lease.
  ///
  /// @param memory an array of a primitive type; a [MemorySegment] or a [Lease], without a type; or
  ///   elements, which are returned
  /// @throws IllegalArgumentException if it is none of these; the message names its class
  public static Elements of(Object memory) {
    if (memory instanceof Elements elements) {
      return elements;
    }
    if (memory instanceof MemorySegment segment) {
      return new Elements(segment, null, 0, segment.byteSize());
    }
    if (memory instanceof Lease lease) {
      return new Elements(lease, null, 0, lease.segment().byteSize());
    }
    if (memory instanceof boolean[] array) {
      return new Elements(array, null, 0, array.length);
    }
    Class<?> component = memory.getClass().componentType();
    if (component == null || !component.isPrimitive()) {
      throw new IllegalArgumentException(
          memory.getClass().getTypeName()
              + " holds no elements: take an array of a primitive type or a MemorySegment;"
              + " a communicator sends objects with sendObject");
    }
    return new Elements(memory, ElementType.of(memory.getClass()), 0, Array.getLength(memory));
  }

  /// `count` elements of an array, from index `from` on.
  ///
  /// @param array of a primitive type other than `boolean`
  /// @throws IllegalArgumentException if `array` is not such an array; the message names its class
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static Elements of(Object array, int from, int count) {
    ElementType type = ElementType.of(array.getClass());
    Objects.checkFromIndexSize(from, count, Array.getLength(array));
    return new Elements(array, type, from, count);
  }

  /// All of a segment as elements in native byte order, at any alignment.
  ///
  /// @throws IllegalArgumentException if the segment's size is no multiple of the element's
  public static Elements of(MemorySegment segment, ElementType type) {
    return new Elements(segment, type, 0, type.elementsIn(segment));
  }

  /// The array, the segment or the lease that holds the elements.
  public Object memory() {
    return memory;
  }

  /// Whether the elements have a type of their own. Those of a `boolean[]` have none either: files
  /// do not take it, communicators and messages of sections do.
  public boolean isTyped() {
    return type != null;
  }

  /// The type of the elements.
  ///
  /// @throws IllegalStateException if they have none
  public ElementType type() {
    if (type == null) {
      throw new IllegalStateException(
          "memory without a type: name it with Elements.of(segment, type)");
    }
    return type;
  }

  /// The index of the first element in [#memory].
  public long first() {
    return first;
  }

  @Override
  public long count() {
    return count;
  }

  /// The bytes of the elements.
  ///
  /// @throws IllegalArgumentException if the memory is a `boolean[]`
  public MemorySegment segment() {
    MemorySegment all =
        switch (memory) {
          case byte[] array -> MemorySegment.ofArray(array);
          case short[] array -> MemorySegment.ofArray(array);
          case char[] array -> MemorySegment.ofArray(array);
          case int[] array -> MemorySegment.ofArray(array);
          case long[] array -> MemorySegment.ofArray(array);
          case float[] array -> MemorySegment.ofArray(array);
          case double[] array -> MemorySegment.ofArray(array);
          case MemorySegment segment -> segment;
          case Lease lease -> lease.segment();
          default ->
              throw new IllegalArgumentException(
                  "a boolean[] has no segment: it is no memory of elements");
        };
    long width = type == null ? 1 : type.bytes();
    return all.asSlice(first * width, count * width);
  }

  /// The array or segment that has these elements and no others: the bytes of a range are a
  /// segment.
  public Object whole() {
    if (memory instanceof MemorySegment) {
      return memory;
    }
    if (memory instanceof Lease lease) {
      return lease.segment();
    }
    return count == Array.getLength(memory) ? memory : segment();
  }

  /// The array or segment that has these elements and no others, to be taken as elements of a type.
  ///
  /// @return an array of another type as it is: whoever takes it names its class
  /// @throws IllegalArgumentException if it is a segment of another
  public Object whole(ElementType wanted) {
    if (type == null || type == wanted) {
      return whole();
    }
    if (memory instanceof MemorySegment) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "a segment of %s elements, not of %s", type, wanted));
    }
    return memory;
  }

  @Override
  public String toString() {
    return type == null
        ? String.format(Locale.ROOT, "%d bytes", count)
        : String.format(Locale.ROOT, "%d elements of %s from %d", count, type, first);
  }
}
