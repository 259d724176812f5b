package io.penstock.text;

/// Eight bytes at a time in a `long` (SIMD within a register).
final class Swar {
  private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;

  private Swar() {}

  /// A word that has a byte eight times.
  static long repeated(byte value) {
    return (value & 0xff) * ONES;
  }

  /// Sets the highest bit of each byte that is zero, and no other bit. Exact: nothing is carried
  /// from byte to byte.
  static long zeros(long word) {
    return ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
  }

  /// The same for each byte that two words have alike.
  static long equal(long word, long repeated) {
    return zeros(word ^ repeated);
  }

  /// The index of the first byte that is marked, in a word of little-endian order.
  static int first(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }
}
