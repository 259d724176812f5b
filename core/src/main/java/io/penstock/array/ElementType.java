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
    return switch (array) {
      case byte[] _ -> BYTE;
      case short[] _ -> SHORT;
      case char[] _ -> CHAR;
      case int[] _ -> INT;
      case long[] _ -> LONG;
      case float[] _ -> FLOAT;
      case double[] _ -> DOUBLE;
      default ->
          throw new IllegalArgumentException(
              "not an array of byte, short, char, int, long, float or double: "
                  + array.getClass().getTypeName());
    };
  }

  /// A view of a primitive array as memory; its address range is the array's elements in native
  /// byte order.
  ///
  /// @throws IllegalArgumentException if `array` is not an array of one of the seven types
  public static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default ->
          throw new IllegalArgumentException(
              "not an array of byte, short, char, int, long, float or double: "
                  + array.getClass().getTypeName());
    };
  }
}
