package io.penstock.text.number;

import java.nio.charset.StandardCharsets;

/// A parser of `double`s, exact to the bit as [Double#parseDouble] is.
///
/// Up to 15 digits with a small exponent take one exact division or multiplication (Clinger, *How
/// to Read Floating Point Numbers Accurately*), other numbers one or two of 128 bits (Lemire,
/// *Number Parsing at a Gigabyte per Second*). The few that these leave open, and all that is not
/// written in decimal digits, are left to the JDK.
public final class DoubleParser {
  /// No number of so many digits goes beyond 64 bits without a sign.
  private static final int SAFE_DIGITS = 19;

  private static final long EXACT = 1L << 53;

  /// Exponents beyond say nothing new: no text has so many digits.
  private static final long LARGEST_EXPONENT = 10_000_000_000L;

  private static final long NO_EXPONENT = -1L << 40;

  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private DoubleParser() {}

  /// The `double` nearest to the number that a range of bytes says, in the syntax of
  /// [Double#valueOf(String)] and no other: `1`, `-.5`, `6.02e23`, `NaN`, `-Infinity`, `0x1.8p1`,
  /// with blanks around it or a `d` or `f` behind it.
  ///
  /// @throws NumberFormatException if it says none; the message shows it
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static double parse(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = false;
    if (from < to && (bytes[from] == '-' || bytes[from] == '+')) {
      negative = bytes[from] == '-';
      at++;
    }
    int begin = at;
    int point = to;
    long w = 0;
    while (true) {
      for (; to - at >= Digits.TOGETHER; at += Digits.TOGETHER) {
        long word = Digits.word(bytes, at);
        if (!Digits.areDigits(word)) {
          break;
        }
        w = w * Digits.TEN_TO_THE_8 + Digits.value(word);
      }
      for (; at < to && isDigit(bytes[at]); at++) {
        w = w * 10 + (bytes[at] - '0');
      }
      if (at == to || bytes[at] != '.' || point < to) {
        break;
      }
      point = at++;
    }
    int end = at;
    int digits = end - begin - (point < end ? 1 : 0);
    long q = point < end ? point + 1 - end : 0;
    if (end < to) {
      q += exponent(bytes, end, to);
    }
    if (digits <= 0 || q < NO_EXPONENT / 2) {
      return otherwise(bytes, from, to);
    }
    if (digits > SAFE_DIGITS && significant(bytes, begin, end, digits) > SAFE_DIGITS) {
      return manyDigits(bytes, from, to, begin, end, q, negative);
    }
    if (w >= 0 && w <= EXACT && q >= -22 && q <= 22) {
      double value = q < 0 ? w / TENS[(int) -q] : w * TENS[(int) q];
      return negative ? -value : value;
    }
    long bits = w == 0 ? 0 : EiselLemire.nearest(w, q);
    return bits == EiselLemire.UNKNOWN ? otherwise(bytes, from, to) : signed(bits, negative);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /// The exponent that is the rest of the text; [#NO_EXPONENT] if the rest is none.
  private static long exponent(byte[] bytes, int end, int to) {
    int at = end + 1;
    boolean down = at < to && bytes[at] == '-';
    if (at < to && (down || bytes[at] == '+')) {
      at++;
    }
    if (at == to || (bytes[end] | 0x20) != 'e') {
      return NO_EXPONENT;
    }
    long exponent = 0;
    for (; at < to && isDigit(bytes[at]); at++) {
      exponent = Math.min(exponent * 10 + (bytes[at] - '0'), LARGEST_EXPONENT);
    }
    if (at < to) {
      return NO_EXPONENT;
    }
    return down ? -exponent : exponent;
  }

  private static double signed(long bits, boolean negative) {
    double value = Double.longBitsToDouble(bits);
    return negative ? -value : value;
  }

  /// How many digits follow the leading zeros, with the first other one.
  private static int significant(byte[] bytes, int begin, int end, int digits) {
    int zeros = 0;
    for (int i = begin; i < end && (bytes[i] == '0' || bytes[i] == '.'); i++) {
      zeros += bytes[i] == '0' ? 1 : 0;
    }
    return digits - zeros;
  }

  // The number lies between that of its first 19 digits and the next one of so many. Mostly both
  // are nearest to the same double.
  private static double manyDigits(
      byte[] bytes, int from, int to, int begin, int end, long exponent, boolean negative) {
    long w = 0;
    int taken = 0;
    long q = exponent;
    for (int i = begin; i < end; i++) {
      if (bytes[i] == '.') {
        continue;
      }
      if (taken < SAFE_DIGITS) {
        w = w * 10 + (bytes[i] - '0');
        taken += w != 0 ? 1 : 0;
      } else {
        q++;
      }
    }
    long bits = EiselLemire.nearest(w, q);
    return bits != EiselLemire.UNKNOWN && bits == EiselLemire.nearest(w + 1, q)
        ? signed(bits, negative)
        : otherwise(bytes, from, to);
  }

  private static double otherwise(byte[] bytes, int from, int to) {
    try {
      return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException e) {
      NumberFormatException told = Digits.malformed("a number", bytes, from, to);
      told.initCause(e);
      throw told;
    }
  }
}
