package io.penstock.stream;

import io.penstock.array.ElementType;
import java.nio.ByteOrder;

/// The codecs of every type that has a byte order, in one of the two.
record ElementCodecs(
    ElementCodec shorts,
    ElementCodec chars,
    ElementCodec ints,
    ElementCodec longs,
    ElementCodec floats,
    ElementCodec doubles) {
  /// Made when it is first used: a program has one order as a rule.
  private static final class Native {
    static final ElementCodecs ALL =
        new ElementCodecs(
            new ShortCodec.Native(),
            new CharCodec.Native(),
            new IntCodec.Native(),
            new LongCodec.Native(),
            new FloatCodec.Native(),
            new DoubleCodec.Native());
  }

  /// The same.
  private static final class Swapped {
    static final ElementCodecs ALL =
        new ElementCodecs(
            new ShortCodec.Swapped(),
            new CharCodec.Swapped(),
            new IntCodec.Swapped(),
            new LongCodec.Swapped(),
            new FloatCodec.Swapped(),
            new DoubleCodec.Swapped());
  }

  static ElementCodecs in(ByteOrder order) {
    return order == ByteOrder.nativeOrder() ? Native.ALL : Swapped.ALL;
  }

  /// The codec of one type.
  ///
  /// @throws IllegalArgumentException if it is bytes, which have no order
  ElementCodec of(ElementType type) {
    return switch (type) {
      case SHORT -> shorts;
      case CHAR -> chars;
      case INT -> ints;
      case LONG -> longs;
      case FLOAT -> floats;
      case DOUBLE -> doubles;
      case BYTE -> throw new IllegalArgumentException("a byte[] has no byte order");
    };
  }
}
