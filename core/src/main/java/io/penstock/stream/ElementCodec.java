package io.penstock.stream;

import io.penstock.array.ElementType;

/// Moves elements between an array of one primitive type and bytes, in one byte order.
///
/// Holds no state. Bounds are checked as every array access is; the array must have the codec's
/// type.
abstract class ElementCodec {
  /// The codec of one type, with the machine's byte order or the other one.
  ///
  /// @throws IllegalArgumentException if it is bytes, which have no order
  static ElementCodec of(ElementType type, boolean swapped) {
    return switch (type) {
      case SHORT -> swapped ? new ShortCodec.Swapped() : new ShortCodec.Native();
      case CHAR -> swapped ? new CharCodec.Swapped() : new CharCodec.Native();
      case INT -> swapped ? new IntCodec.Swapped() : new IntCodec.Native();
      case LONG -> swapped ? new LongCodec.Swapped() : new LongCodec.Native();
      case FLOAT -> swapped ? new FloatCodec.Swapped() : new FloatCodec.Native();
      case DOUBLE -> swapped ? new DoubleCodec.Swapped() : new DoubleCodec.Native();
      case BYTE -> throw new IllegalArgumentException("a byte[] has no byte order");
    };
  }

  abstract void encode(Object source, int from, HeapBlock target, int at, int count);

  abstract void decode(HeapBlock source, int at, Object target, int from, int count);
}
