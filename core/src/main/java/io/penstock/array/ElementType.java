package io.penstock.array;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

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

  /// The type of the elements of a class of arrays, [#INT] for `int[].class`.
  ///
  /// @throws IllegalArgumentException if `arrayClass` is not that of arrays of one of the seven
  ///   types; the message names it
  public static ElementType of(Class<?> arrayClass) {
    // A switch over patterns takes a fresh JVM ten milliseconds.
    if (arrayClass == byte[].class) {
      return BYTE;
    }
    if (arrayClass == short[].class) {
      return SHORT;
    }
    if (arrayClass == char[].class) {
      return CHAR;
    }
    if (arrayClass == int[].class) {
      return INT;
    }
    if (arrayClass == long[].class) {
      return LONG;
    }
    if (arrayClass == float[].class) {
      return FLOAT;
    }
    if (arrayClass == double[].class) {
      return DOUBLE;
    }
    throw new IllegalArgumentException(
        "not an array of byte, short, char, int, long, float or double: "
            + arrayClass.getTypeName());
  }

  /// The number of elements that a segment holds.
  ///
  /// @throws IllegalArgumentException if it holds no whole number
  public long elementsIn(MemorySegment segment) {
    if (segment.byteSize() % bytes != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a segment of %d bytes holds no whole number of %s elements",
              segment.byteSize(),
              this));
    }
    return segment.byteSize() / bytes;
  }
}
