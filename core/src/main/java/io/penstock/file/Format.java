package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;

/// The layout of an array in a file: the type of its numbers, their byte order and the offset of
/// the first.
///
/// A format is a value, safe for use by any thread. One that has been made is consistent: the
/// array's end is at most at byte [Long#MAX_VALUE].
public sealed interface Format permits Raw, Npy {
  /// What the file stores.
  DataType type();

  /// The order of the bytes of one number; the machine's own where a number is one byte.
  ByteOrder order();

  /// The array's shape; a complex number counts as one element.
  Shape shape();

  /// Which index runs fastest in the file.
  StorageOrder storage();

  /// The offset of the array's first byte in the file.
  long dataOffset();

  /// The shape as elements in memory: that of [#shape()], with one more axis of extent 2 for
  /// complex numbers. The two parts of a complex number are neighbours in the file in either
  /// storage order.
  default Shape elementShape() {
    return Placement.elementShape(type(), shape());
  }

  /// The number of bytes that the array takes in the file, without what lies before it.
  default long dataBytes() {
    return Placement.dataBytes(type(), shape(), dataOffset());
  }
}
