package io.penstock.cli.array;

import io.penstock.array.DataType;

/// The whole numbers that a type holds.
///
/// @param low the least one
/// @param high the largest one, unsigned for `uint64`
/// @param above a floating-point number fits, its fraction cut off, if it is larger than this
/// @param below and smaller than this
record Limits(long low, long high, double above, double below) {
  static Limits of(DataType type) {
    return switch (type) {
      case BOOL -> small(0, 1);
      case INT8 -> small(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case UINT8 -> small(0, 0xff);
      case INT16 -> small(Short.MIN_VALUE, Short.MAX_VALUE);
      case UINT16 -> small(0, Character.MAX_VALUE);
      case INT32 -> small(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case UINT32 -> small(0, 0xffff_ffffL);
      // A double next to -2^63 is whole: -2^63 itself is the last one that fits.
      case INT64 -> new Limits(Long.MIN_VALUE, Long.MAX_VALUE, Math.nextDown(-0x1p63), 0x1p63);
      case UINT64 -> new Limits(0, -1, -1, 0x1p64);
      case FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128 ->
          throw new IllegalArgumentException(type.label() + " is not a whole number");
    };
  }

  private static Limits small(long low, long high) {
    return new Limits(low, high, low - 1, high + 1);
  }
}
