package io.penstock.text.number;

import java.math.BigInteger;

/// The first 128 bits of the powers of five, as [EiselLemire] multiplies with them.
///
/// Those of -1 to -27 are rounded up, so that a product with a multiple of the divisor is seen to
/// be exact; all others are cut off. Source: Lemire, *Number Parsing at a Gigabyte per Second*,
/// section 6.
final class PowersOfFive {
  /// Whatever has 64 bits is nothing with a smaller exponent of ten.
  static final int LEAST = -342;

  /// Whatever is not zero is infinite with a larger exponent of ten.
  static final int MOST = 308;

  private static final int BITS = 128;
  private static final int LEAST_ROUNDED_UP = -27;
  private static final long[] HIGH = new long[MOST - LEAST + 1];
  private static final long[] LOW = new long[MOST - LEAST + 1];

  static {
    BigInteger[] leading = LeadingBits.ofPowersOfFive(BITS, LEAST, MOST);
    for (int i = 0; i < leading.length; i++) {
      boolean up = i + LEAST < 0 && i + LEAST >= LEAST_ROUNDED_UP;
      BigInteger bits = up ? leading[i].add(BigInteger.ONE) : leading[i];
      HIGH[i] = bits.shiftRight(Long.SIZE).longValue();
      LOW[i] = bits.longValue();
    }
  }

  private PowersOfFive() {}

  /// The first 64 bits.
  static long high(int exponent) {
    return HIGH[exponent - LEAST];
  }

  /// The next 64 bits.
  static long low(int exponent) {
    return LOW[exponent - LEAST];
  }
}
