package io.penstock.array;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A primitive type that an array in memory can have.
public enum ElementType {
  BYTE(1, byte[].class),
  SHORT(2, short[].class),
  CHAR(2, char[].class),
  INT(4, int[].class),
  LONG(8, long[].class),
  FLOAT(4, float[].class),
  DOUBLE(8, double[].class);

  private final int bytes;
  private final Class<?> arrayClass;

  ElementType(int bytes, Class<?> arrayClass) {
    this.bytes = bytes;
    this.arrayClass = arrayClass;
  }

  /// The size of one element.
  public int bytes() {
    return bytes;
  }

  /// One element in memory: native byte order, any alignment.
  public ValueLayout layout() {
    return switch (this) {
      case BYTE -> ValueLayout.JAVA_BYTE;
      case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
      case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
      case INT -> ValueLayout.JAVA_INT_UNALIGNED;
      case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
      case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
      case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
    };
  }

  /// The class of a Java array of this type, `int[].class` for [#INT].
  public Class<?> arrayClass() {
    return arrayClass;
  }

  /// The type of a primitive array's elements.
  ///
  /// @throws IllegalArgumentException if `array` is not an array of one of the seven types; the
  ///   message names its class
  public static ElementType of(Object array) {
    // A switch over patterns takes a fresh JVM ten milliseconds.
    if (array instanceof byte[]) {
      return BYTE;
    }
    if (array instanceof short[]) {
      return SHORT;
    }
    if (array instanceof char[]) {
      return CHAR;
    }
    if (array instanceof int[]) {
      return INT;
    }
    if (array instanceof long[]) {
      return LONG;
    }
    if (array instanceof float[]) {
      return FLOAT;
    }
    if (array instanceof double[]) {
      return DOUBLE;
    }
    throw noArray(array);
  }

  private static IllegalArgumentException noArray(Object array) {
    return new IllegalArgumentException(
        "not an array of byte, short, char, int, long, float or double: "
            + array.getClass().getTypeName());
  }

  /// A view of a primitive array as memory; its address range is the array's elements in native
  /// byte order.
  ///
  /// @throws IllegalArgumentException if `array` is not an array of one of the seven types
  public static MemorySegment segment(Object array) {
    if (array instanceof byte[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof short[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof char[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof int[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof long[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof float[] a) {
      return MemorySegment.ofArray(a);
    }
    if (array instanceof double[] a) {
      return MemorySegment.ofArray(a);
    }
    throw noArray(array);
  }
}
