package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The one-line description of a raw file, as [Raw#parse] documents it.
final class RawDescription {
  private static final String FORM =
      "expected TYPE,ORDER,SHAPE or TYPE,ORDER,SHAPE,OFFSET, such as int32,big,4096x4096,512";

  private RawDescription() {}

  static Raw parse(String description) {
    try {
      return parts(description.split(",", -1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "raw description '" + description + "': " + e.getMessage(), e);
    }
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
