package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;

/// The content of a section of a message: elements of one primitive type, or objects.
public enum SectionType {
  BYTE(1, 1, byte[].class),
  SHORT(2, 2, short[].class),
  CHAR(3, 2, char[].class),
  INT(4, 4, int[].class),
  LONG(5, 8, long[].class),
  FLOAT(6, 4, float[].class),
  DOUBLE(7, 8, double[].class),
  BOOLEAN(8, 1, boolean[].class),
  OBJECT(9, 0, Object[].class);

  private static final SectionType[] BY_CODE = new SectionType[values().length + 1];

  static {
    for (SectionType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;
  private final int bytes;
  private final Class<?> arrayClass;

  SectionType(int code, int bytes, Class<?> arrayClass) {
    this.code = code;
    this.bytes = bytes;
    this.arrayClass = arrayClass;
  }

  /// The size of one element in a message; 0 for objects, which lie elsewhere.
  public int bytes() {
    return bytes;
  }

  /// The type's number in a message.
  int code() {
    return code;
  }

  static boolean isCode(long code) {
    return code > 0 && code < BY_CODE.length;
  }

  /// The type that [#isCode] knows.
  static SectionType ofCode(long code) {
    return BY_CODE[Math.toIntExact(code)];
  }

  /// The type of an array's elements.
  ///
  /// @throws IllegalArgumentException if it is not an array of a primitive type
  static SectionType of(Object array) {
    return switch (array) {
      case byte[] _ -> BYTE;
      case short[] _ -> SHORT;
      case char[] _ -> CHAR;
      case int[] _ -> INT;
      case long[] _ -> LONG;
      case float[] _ -> FLOAT;
      case double[] _ -> DOUBLE;
      case boolean[] _ -> BOOLEAN;
      default ->
          throw new IllegalArgumentException(
              "not an array of a primitive type: " + array.getClass().getTypeName());
    };
  }

  /// The type of a section that holds elements.
  ///
  /// @throws IllegalStateException if they have no type, and are not those of a `boolean[]`
  public static SectionType of(Elements elements) {
    return elements.memory() instanceof boolean[] ? BOOLEAN : of(elements.type());
  }

  /// The type that holds an array file's elements.
  public static SectionType of(ElementType type) {
    return switch (type) {
      case BYTE -> BYTE;
      case SHORT -> SHORT;
      case CHAR -> CHAR;
      case INT -> INT;
      case LONG -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
    };
  }

  /// The element type with the same bytes in a segment.
  ElementType element() {
    return switch (this) {
      case BYTE, BOOLEAN -> ElementType.BYTE;
      case SHORT -> ElementType.SHORT;
      case CHAR -> ElementType.CHAR;
      case INT -> ElementType.INT;
      case LONG -> ElementType.LONG;
      case FLOAT -> ElementType.FLOAT;
      case DOUBLE -> ElementType.DOUBLE;
      case OBJECT -> throw new IllegalStateException("objects are no elements");
    };
  }

  /// Whether `memory` is an array of this type, or a segment that may hold its elements.
  boolean fits(Object memory) {
    return memory instanceof MemorySegment || memory.getClass() == arrayClass;
  }

  /// How many elements an array of this type, or a segment, holds.
  ///
  /// @throws IllegalArgumentException if it is a segment that holds no whole number
  long elementsIn(Object memory) {
    if (!(memory instanceof MemorySegment segment)) {
      return Array.getLength(memory);
    }
    return element().elementsIn(segment);
  }

  /// Java's name, `int`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Checks that a selection lies inside memory of a shape.
  ///
  /// @throws IllegalArgumentException if the memory is shorter than the shape, or the ranks differ
  /// @throws IndexOutOfBoundsException if the selection leaves the shape
  void requireWithin(Object memory, Shape shape, Selection selection) {
    selection.requireWithin(shape);
    if (elementsIn(memory) < shape.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "memory of %d elements is shorter than its shape %s",
              elementsIn(memory),
              shape));
    }
  }
}
