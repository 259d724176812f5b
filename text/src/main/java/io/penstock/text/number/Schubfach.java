package io.penstock.text.number;

import java.math.BigInteger;

/// The shortest decimal number that is nearest to a double among all that are rounded to it.
///
/// Source: Giulietti, *The Schubfach way to render doubles*, 2020, whose names these are: the
/// double is `c * 2^q`; `k` is the exponent of the decimals of which one or two lie within the
/// interval of all that is rounded to it.
final class Schubfach {
  private static final int FRACTION_BITS = 52;
  private static final long HIDDEN_BIT = 1L << FRACTION_BITS;
  private static final int EXPONENT_MASK = 0x7ff;
  private static final int LEAST_Q = -1074;

  /// Doubles with a smaller `c` would have one digit; two are wanted where there are some.
  private static final long TINY = 3;

  private static final int LEAST = -292;
  private static final int MOST = 324;
  private static final int BITS = 126;
  private static final int LEAST_PLAIN = -3;
  private static final int LEAST_BEYOND_PLAIN = 7;
  private static final long LOW_63 = Long.MAX_VALUE;
  private static final long[] HIGH = new long[MOST - LEAST + 1];
  private static final long[] LOW = new long[MOST - LEAST + 1];

  static {
    BigInteger[] leading = LeadingBits.ofPowersOfFive(BITS, LEAST, MOST);
    for (int i = 0; i < leading.length; i++) {
      BigInteger g = leading[i].add(BigInteger.ONE);
      HIGH[i] = g.shiftRight(63).longValue();
      LOW[i] = g.longValue() & LOW_63;
    }
  }

  private Schubfach() {}

  /// Writes a finite double that is positive.
  static int format(double value, byte[] target, int at) {
    long bits = Double.doubleToRawLongBits(value);
    long fraction = bits & (HIDDEN_BIT - 1);
    int exponent = (int) (bits >>> FRACTION_BITS) & EXPONENT_MASK;
    if (exponent == 0) {
      return fraction < TINY
          ? format(LEAST_Q, fraction * 10, -1, target, at)
          : format(LEAST_Q, fraction, 0, target, at);
    }
    long c = fraction | HIDDEN_BIT;
    int q = exponent - 1 + LEAST_Q;
    if (q < 0 && -q <= FRACTION_BITS && c >>> -q << -q == c) {
      return scientific(c >>> -q, 0, target, at);
    }
    return format(q, c, 0, target, at);
  }

  private static int format(int q, long c, int moved, byte[] target, int at) {
    long odd = c & 1;
    boolean regular = c != HIDDEN_BIT || q == LEAST_Q;
    int k = regular ? floorLog10(q) : floorLog10OfThreeQuarters(q);
    int h = q + floorLog2(-k) + 2;
    long g1 = HIGH[-k - LEAST];
    long g0 = LOW[-k - LEAST];
    long vb = roundedToOdd(g1, g0, c << 2 << h);
    long vbl = roundedToOdd(g1, g0, ((c << 2) - (regular ? 2 : 1)) << h) + odd;
    long vbr = roundedToOdd(g1, g0, ((c << 2) + 2) << h) - odd;
    long s = vb >> 2;
    if (s >= 100) {
      long lower = s / 10 * 10;
      long upper = lower + 10;
      boolean lowerIn = vbl <= lower << 2;
      if (lowerIn != upper << 2 <= vbr) {
        return scientific(lowerIn ? lower : upper, k, target, at);
      }
    }
    long t = s + 1;
    boolean sIn = vbl <= s << 2;
    if (sIn != t << 2 <= vbr) {
      return scientific(sIn ? s : t, k + moved, target, at);
    }
    long fromMiddle = vb - ((s + t) << 1);
    boolean down = fromMiddle < 0 || (fromMiddle == 0 && (s & 1) == 0);
    return scientific(down ? s : t, k + moved, target, at);
  }

  /// The highest 64 bits of a product with 126 bits; the lowest of these is set if any bit below
  /// is.
  private static long roundedToOdd(long g1, long g0, long cp) {
    long middle = ((g1 * cp) >>> 1) + Math.multiplyHigh(g0, cp);
    long high = Math.multiplyHigh(g1, cp) + (middle >>> 63);
    return high | (((middle & LOW_63) + LOW_63) >>> 63);
  }

  /// Of `2^q`.
  private static int floorLog10(int q) {
    return (int) ((q * 661_971_961_083L) >> 41);
  }

  /// Of `3/4 * 2^q`.
  private static int floorLog10OfThreeQuarters(int q) {
    return (int) ((q * 661_971_961_083L - 274_743_187_321L) >> 41);
  }

  /// Of `10^e`.
  private static int floorLog2(int e) {
    return (int) ((e * 913_124_641_741L) >> 38);
  }

  /// Writes `digits * 10^exponent` as [Double#toString(double)] does: plainly from a thousandth to
  /// ten millions, otherwise with one digit before the point; one behind it at least.
  ///
  /// @param digits more than zero
  private static int scientific(long digits, int exponent, byte[] target, int at) {
    long shortest = digits;
    int zeros = 0;
    while (shortest % 100_000_000 == 0) {
      shortest /= 100_000_000;
      zeros += 8;
    }
    while (shortest % 100 == 0) {
      shortest /= 100;
      zeros += 2;
    }
    if (shortest % 10 == 0) {
      shortest /= 10;
      zeros++;
    }
    int count = LongFormatter.count(shortest);
    int first = count - 1 + exponent + zeros;
    return first >= LEAST_PLAIN && first < LEAST_BEYOND_PLAIN
        ? plain(shortest, count, first, target, at)
        : withExponent(shortest, count, first, target, at);
  }

  /// @param first the exponent of the first digit
  private static int plain(long digits, int count, int first, byte[] target, int at) {
    int places = count - 1 - first;
    if (places <= 0) {
      return DecimalFormatter.parts(digits * DecimalParser.ten(-places), 0, 1, target, at);
    }
    return first < 0
        ? DecimalFormatter.parts(0, digits, places, target, at)
        : pointed(digits, count, first + 1, target, at);
  }

  private static int withExponent(long digits, int count, int first, byte[] target, int at) {
    int end =
        count == 1
            ? DecimalFormatter.parts(digits, 0, 1, target, at)
            : pointed(digits, count, 1, target, at);
    target[end] = 'E';
    return LongFormatter.format(first, target, end + 1);
  }

  // Moving a few digits costs less than dividing by a power that is not known beforehand.
  private static int pointed(long digits, int count, int whole, byte[] target, int at) {
    LongFormatter.fill(digits, target, at + 1, count);
    for (int i = at; i < at + whole; i++) {
      target[i] = target[i + 1];
    }
    target[at + whole] = '.';
    return at + 1 + count;
  }
}
