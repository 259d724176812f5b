package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import java.nio.ByteOrder;
import java.util.Locale;

/// The rules that every [Format] keeps, whatever its file looks like.
final class Placement {
  private Placement() {}

  /// The one byte order that a format has: numbers of one byte have none, and take the machine's
  /// own so that equal files have equal formats.
  static ByteOrder order(DataType type, ByteOrder order) {
    return type.bytes() == 1 ? ByteOrder.nativeOrder() : order;
  }

  /// The shape in elements, as in [Format#elementShape()].
  ///
  /// @throws IllegalArgumentException if a complex array leaves no room for the axis of its parts
  static Shape elementShape(DataType type, Shape shape) {
    return type.components() == 1 ? shape : shape.append(type.components());
  }

  /// The number of bytes in the array.
  ///
  /// @throws IllegalArgumentException if `dataOffset` is negative, or the array would end past byte
  ///   2^63 - 1
  static long dataBytes(DataType type, Shape shape, long dataOffset) {
    if (dataOffset < 0) {
      throw new IllegalArgumentException("negative offset " + dataOffset);
    }
    long each = (long) type.bytes() * type.components();
    if (shape.size() > (Long.MAX_VALUE - dataOffset) / each) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "an array of %s of shape %s from byte %d on would end past byte 2^63 - 1",
              type.label(),
              shape,
              dataOffset));
    }
    return shape.size() * each;
  }

  /// Checks what every format promises.
  ///
  /// @throws IllegalArgumentException as [#elementShape] and [#dataBytes] do
  static void check(DataType type, Shape shape, long dataOffset) {
    Shape _ = elementShape(type, shape);
    long _ = dataBytes(type, shape, dataOffset);
  }
}
