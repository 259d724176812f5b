package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A file of numbers and nothing else, which the caller has to describe.
///
/// @param dataOffset bytes to pass over, such as a header of another program's
public record Raw(
    DataType type, ByteOrder order, Shape shape, StorageOrder storage, long dataOffset)
    implements Format {
  private static final String FORM =
      "expected TYPE,ORDER,SHAPE or TYPE,ORDER,SHAPE,OFFSET, such as int32,big,4096x4096,512";

  /// Checks that the array ends within a file.
  ///
  /// @throws IllegalArgumentException if `dataOffset` is negative, the array would end past byte
  ///   2^63 - 1, or it is complex and of rank 65
  public Raw {
    order = Placement.order(type, order);
    Placement.check(type, shape, dataOffset);
  }

  /// A row-major array from the file's first byte on, stored as it is in memory.
  ///
  /// @throws IllegalArgumentException if the array would end past byte 2^63 - 1
  public static Raw of(ElementType type, ByteOrder order, Shape shape) {
    return of(DataType.of(type), order, shape);
  }

  /// A row-major array from the file's first byte on.
  ///
  /// @throws IllegalArgumentException if the array would end past byte 2^63 - 1, or is complex and
  ///   of rank 65
  public static Raw of(DataType type, ByteOrder order, Shape shape) {
    return new Raw(type, order, shape, StorageOrder.ROW_MAJOR, 0);
  }

  /// The format that a user describes as `TYPE,ORDER,SHAPE` or `TYPE,ORDER,SHAPE,OFFSET`, in
  /// row-major order: `int32,big,4096x4096,512`.
  ///
  /// The type has NumPy's or Java's name, the order is `little`, `big` or `native`, the shape is
  /// extents with `x` between them or `scalar`, and the offset is in bytes.
  ///
  /// @throws IllegalArgumentException if the description is not of that form or the array does not
  ///   fit a file; the message quotes the description and says which part is wrong
  public static Raw parse(String description) {
    try {
      return parts(description.split(",", -1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "raw description '" + description + "': " + e.getMessage(), e);
    }
  }

  /// The same array, from byte `offset` on.
  ///
  /// @throws IllegalArgumentException if `offset` is negative, or the array would end past byte
  ///   2^63 - 1
  public Raw withOffset(long offset) {
    return new Raw(type, order, shape, storage, offset);
  }

  /// The same array with its elements in another sequence.
  public Raw withStorage(StorageOrder other) {
    return new Raw(type, order, shape, other, dataOffset);
  }

  private static Raw parts(String[] parts) {
    if (parts.length < 3 || parts.length > 4) {
      throw new IllegalArgumentException(
          parts.length + (parts.length == 1 ? " part: " : " parts: ") + FORM);
    }
    long offset = parts.length == 4 ? whole("offset", parts[3]) : 0;
    return new Raw(
        type(parts[0]), order(parts[1]), shape(parts[2]), StorageOrder.ROW_MAJOR, offset);
  }

  private static DataType type(String name) {
    return DataType.named(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown type '" + name + "': use one of " + DataType.labels()));
  }

  private static ByteOrder order(String name) {
    return switch (name) {
      case "little" -> ByteOrder.LITTLE_ENDIAN;
      case "big" -> ByteOrder.BIG_ENDIAN;
      case "native" -> ByteOrder.nativeOrder();
      default ->
          throw new IllegalArgumentException(
              "unknown byte order '" + name + "': use little, big or native");
    };
  }

  private static Shape shape(String text) {
    return text.equals("scalar")
        ? Shape.of()
        : Shape.of(
            Arrays.stream(text.split("x", -1)).mapToLong(part -> whole("extent", part)).toArray());
  }

  private static long whole(String what, String text) {
    if (text.isEmpty() || text.chars().anyMatch(c -> c < '0' || c > '9')) {
      throw new IllegalArgumentException(
          what + " '" + text + "' is not a whole number of at least 0; " + FORM);
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(what + " " + text + " is above 2^63 - 1", e);
    }
  }
}
