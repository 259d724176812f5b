package mpi;

import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Locale;

/// The type of the elements of the arrays that a datatype describes.
enum BaseType {
  BYTE(byte[].class, ElementType.BYTE),
  CHAR(char[].class, ElementType.CHAR),
  SHORT(short[].class, ElementType.SHORT),
  /// Travels as bytes of 0 and 1.
  BOOLEAN(boolean[].class, ElementType.BYTE),
  INT(int[].class, ElementType.INT),
  LONG(long[].class, ElementType.LONG),
  FLOAT(float[].class, ElementType.FLOAT),
  DOUBLE(double[].class, ElementType.DOUBLE),
  /// What [Comm#Pack] wrote: bytes without a type.
  PACKED(byte[].class, ElementType.BYTE),
  /// Travels by Java's serialization.
  OBJECT(Object[].class, ElementType.BYTE),
  /// That of datatypes without elements.
  NONE(Object.class, ElementType.BYTE);

  /// From this many bytes on a run is copied as a whole.
  private static final long BULK_BYTES = 64;

  private final Class<?> array;
  private final ElementType carrier;

  BaseType(Class<?> array, ElementType carrier) {
    this.array = array;
    this.carrier = carrier;
  }

  /// The type that travels in its place.
  ElementType carrier() {
    return carrier;
  }

  /// The size of an element that travels.
  int bytes() {
    return carrier.bytes();
  }

  /// Whether arrays of it are memory that can travel as it lies.
  boolean isMemory() {
    return this != BOOLEAN && this != OBJECT && this != NONE;
  }

  boolean isObject() {
    return this == OBJECT;
  }

  /// Whether its elements can be added and compared.
  boolean isNumber() {
    return isMemory() && this != PACKED;
  }

  /// Whether its elements are truths or have bits.
  boolean isLogical() {
    return this == BOOLEAN || (isNumber() && this != FLOAT && this != DOUBLE);
  }

  Object newArray(int length) {
    return Array.newInstance(array.componentType(), length);
  }

  /// Throws if an array does not hold such elements.
  void requireArray(Object memory) {
    if (!array.isInstance(memory)) {
      throw new MPIException(
          String.format(
              Locale.ROOT,
              "a %s where MPI.%s takes a %s",
              memory.getClass().getTypeName(),
              this,
              array.getTypeName()));
    }
  }

  /// An array as [#gather] and [#scatter] take it: its memory, or itself if it is a `boolean[]`.
  static Object access(Object array) {
    return switch (array) {
      case boolean[] truths -> truths;
      case byte[] bytes -> MemorySegment.ofArray(bytes);
      case char[] chars -> MemorySegment.ofArray(chars);
      case short[] shorts -> MemorySegment.ofArray(shorts);
      case int[] ints -> MemorySegment.ofArray(ints);
      case long[] longs -> MemorySegment.ofArray(longs);
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      default -> throw new MPIException(array.getClass().getTypeName() + " holds no elements");
    };
  }

  /// Copies elements of an array to packed memory.
  ///
  /// @param array as [#access] returned it
  /// @param at the byte where they go
  void gather(Object array, int from, int count, MemorySegment packed, long at) {
    if (array instanceof boolean[] truths) {
      for (int i = 0; i < count; i++) {
        packed.set(ValueLayout.JAVA_BYTE, at + i, (byte) (truths[from + i] ? 1 : 0));
      }
    } else {
      move((MemorySegment) array, (long) from * bytes(), packed, at, count);
    }
  }

  /// Copies elements of packed memory to an array.
  ///
  /// @param at the byte where they begin
  /// @param array as [#access] returned it
  void scatter(MemorySegment packed, long at, Object array, int to, int count) {
    if (array instanceof boolean[] truths) {
      for (int i = 0; i < count; i++) {
        truths[to + i] = packed.get(ValueLayout.JAVA_BYTE, at + i) != 0;
      }
    } else {
      move(packed, at, (MemorySegment) array, (long) to * bytes(), count);
    }
  }

  // Short runs, as columns of a matrix are, cost less element by element than a bulk copy each.
  private void move(MemorySegment from, long fromAt, MemorySegment to, long toAt, int count) {
    long bytes = (long) count * bytes();
    if (bytes >= BULK_BYTES) {
      MemorySegment.copy(from, fromAt, to, toAt, bytes);
      return;
    }
    for (long i = 0; i < bytes; i += bytes()) {
      moveOne(from, fromAt + i, to, toAt + i);
    }
  }

  private void moveOne(MemorySegment from, long fromAt, MemorySegment to, long toAt) {
    switch (bytes()) {
      case 1 -> to.set(ValueLayout.JAVA_BYTE, toAt, from.get(ValueLayout.JAVA_BYTE, fromAt));
      case 2 ->
          to.set(
              ValueLayout.JAVA_SHORT_UNALIGNED,
              toAt,
              from.get(ValueLayout.JAVA_SHORT_UNALIGNED, fromAt));
      case 4 ->
          to.set(
              ValueLayout.JAVA_INT_UNALIGNED,
              toAt,
              from.get(ValueLayout.JAVA_INT_UNALIGNED, fromAt));
      default ->
          to.set(
              ValueLayout.JAVA_LONG_UNALIGNED,
              toAt,
              from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromAt));
    }
  }
}
