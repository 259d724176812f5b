package io.penstock.text.number;

import java.math.BigInteger;

/// A search for the double nearest to `w * 10^q`, by one or two multiplications with 128 bits of
/// `5^q`.
///
/// Source: Lemire, *Number Parsing at a Gigabyte per Second*, Software: Practice and Experience
/// 51(8), 2021, algorithm 1. The names are the paper's.
final class EiselLemire {
  /// The bits do not suffice to tell.
  static final long UNKNOWN = -1;

  private static final int FRACTION_BITS = 52;
  private static final int BIAS = 1023;
  private static final int LARGEST_EXPONENT = 0x7ff;
  private static final long INFINITY = 0x7ff0_0000_0000_0000L;
  private static final long HIDDEN_BIT = 1L << FRACTION_BITS;

  /// What decides the rounding lies below; if all of it is one, a carry may change it.
  private static final long UNDECIDED = 0x1ff;

  /// Only with these exponents of ten can 64 bits be halfway between two doubles.
  private static final int LEAST_TIE = -4;

  private static final int MOST_TIE = 23;

  /// What has 64 bits is zero with a smaller exponent of ten.
  private static final int LEAST = -342;

  /// What is not zero is infinite with a larger exponent of ten.
  private static final int MOST = 308;

  private static final int POWER_BITS = 128;

  /// The first 128 bits of the powers of five from [#LEAST] on, in two halves. Those of negative
  /// powers down to [#LEAST_EXACT] are rounded up, so that a product with a multiple of the divisor
  /// is seen to be exact (section 6); all others are cut off.
  private static final long[] HIGH = new long[MOST - LEAST + 1];

  private static final long[] LOW = new long[MOST - LEAST + 1];

  /// Outside of these the 128 bits of a power are not all there are.
  private static final int LEAST_EXACT = -27;

  private static final int MOST_EXACT = 55;

  static {
    BigInteger[] leading = LeadingBits.ofPowersOfFive(POWER_BITS, LEAST, MOST);
    for (int i = 0; i < leading.length; i++) {
      boolean up = i + LEAST < 0 && i + LEAST >= LEAST_EXACT;
      BigInteger bits = up ? leading[i].add(BigInteger.ONE) : leading[i];
      HIGH[i] = bits.shiftRight(Long.SIZE).longValue();
      LOW[i] = bits.longValue();
    }
  }

  private EiselLemire() {}

  /// The bits of the double, or [#UNKNOWN].
  ///
  /// @param w unsigned, not zero
  static long nearest(long w, long q) {
    if (q < LEAST) {
      return 0;
    }
    return q > MOST ? INFINITY : nearest(w, (int) q);
  }

  private static long nearest(long w, int q) {
    int l = Long.numberOfLeadingZeros(w);
    long normal = w << l;
    long power = HIGH[q - LEAST];
    long high = Math.unsignedMultiplyHigh(normal, power);
    long low = normal * power;
    if ((high & UNDECIDED) == UNDECIDED) {
      long more = Math.unsignedMultiplyHigh(normal, LOW[q - LEAST]);
      low += more;
      high += Long.compareUnsigned(low, more) < 0 ? 1 : 0;
    }
    if (low == -1 && (q < LEAST_EXACT || q > MOST_EXACT)) {
      return UNKNOWN;
    }
    int upper = (int) (high >>> 63);
    int shift = upper + Long.SIZE - FRACTION_BITS - 3;
    long m = high >>> shift;
    int p = binaryExponent(q) + upper - l + BIAS;
    if (p <= 0) {
      return subnormal(m, p);
    }
    boolean tie =
        Long.compareUnsigned(low, 1) <= 0
            && q >= LEAST_TIE
            && q <= MOST_TIE
            && (m & 3) == 1
            && m << shift == high;
    return normal(tie ? m & ~1 : m, p);
  }

  /// Of the highest bit of `10^q` times 2^63.
  private static int binaryExponent(int q) {
    return ((217_706 * q) >> 16) + 63;
  }

  private static long subnormal(long m, int p) {
    if (1 - p >= Long.SIZE) {
      return 0;
    }
    long shifted = m >>> (1 - p);
    // A carry into the hidden bit makes it the least normal double, whose bits these are, too.
    return (shifted + (shifted & 1)) >>> 1;
  }

  private static long normal(long m, int p) {
    long rounded = (m + (m & 1)) >>> 1;
    boolean carried = rounded >= HIDDEN_BIT << 1;
    long exponent = carried ? p + 1L : p;
    if (exponent >= LARGEST_EXPONENT) {
      return INFINITY;
    }
    return (exponent << FRACTION_BITS) | (carried ? 0 : rounded & ~HIDDEN_BIT);
  }
}
