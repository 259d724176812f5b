package io.penstock.array;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A numeric type as a file stores it, and the element type that it has in memory.
///
/// Unsigned integers keep their bits in the signed Java type of the same width, except [#UINT16],
/// which is Java's `char`. A [#FLOAT16] is widened to `float` on reading and rounded to nearest
/// even on writing. A complex number is a pair of real components: an array of shape `[n, m]` of
/// complex numbers is read and written as shape `[n, m, 2]`.
public enum DataType {
  BOOL(ElementType.BYTE, 1, 1),
  INT8(ElementType.BYTE, 1, 1),
  UINT8(ElementType.BYTE, 1, 1),
  INT16(ElementType.SHORT, 2, 1),
  UINT16(ElementType.CHAR, 2, 1),
  INT32(ElementType.INT, 4, 1),
  UINT32(ElementType.INT, 4, 1),
  INT64(ElementType.LONG, 8, 1),
  UINT64(ElementType.LONG, 8, 1),
  FLOAT16(ElementType.FLOAT, 2, 1),
  FLOAT32(ElementType.FLOAT, 4, 1),
  FLOAT64(ElementType.DOUBLE, 8, 1),
  COMPLEX64(ElementType.FLOAT, 4, 2),
  COMPLEX128(ElementType.DOUBLE, 8, 2);

  /// One for each type in memory.
  private static final DataType[] PLAIN = {INT8, INT16, UINT16, INT32, INT64, FLOAT32, FLOAT64};

  private final ElementType element;
  private final int bytes;
  private final int components;

  DataType(ElementType element, int bytes, int components) {
    this.element = element;
    this.bytes = bytes;
    this.components = components;
  }

  /// The type of one component in memory.
  public ElementType element() {
    return element;
  }

  /// The stored size of one component; a complex number takes twice as much.
  public int bytes() {
    return bytes;
  }

  /// 2 for complex numbers, else 1.
  public int components() {
    return components;
  }

  /// NumPy's name, `float64`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The type that stores a memory type bit for bit.
  public static DataType of(ElementType element) {
    for (DataType type : PLAIN) {
      if (type.element == element) {
        return type;
      }
    }
    throw new AssertionError(element);
  }

  /// The type with a NumPy name such as `float64`, or a Java name such as `double`.
  public static Optional<DataType> named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(t -> t.label().equals(wanted))
        .findFirst()
        .or(
            () ->
                Arrays.stream(ElementType.values())
                    .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(wanted))
                    .findFirst()
                    .map(DataType::of));
  }

  /// All names, for messages to a user.
  public static String labels() {
    return Arrays.stream(values()).map(DataType::label).collect(Collectors.joining(", "));
  }
}
