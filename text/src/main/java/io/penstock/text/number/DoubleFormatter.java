package io.penstock.text.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/// A formatter of `double`s: the shortest text that is read as the same number, or a fixed count of
/// decimal places. Not-a-number and the infinities are `NaN`, `Infinity` and `-Infinity`.
public final class DoubleFormatter {
  /// The most bytes that [#format] writes.
  public static final int LONGEST = 24;

  /// The most bytes that [#formatFixed] writes.
  public static final int LONGEST_FIXED = 330;

  private static final double FRACTION = 0x1p63;
  private static final long HALF = 1L << 62;

  private DoubleFormatter() {}

  /// Writes a number as [Double#toString(double)] does.
  ///
  /// @param at where its first byte goes
  /// @return the place behind its last byte
  /// @throws IndexOutOfBoundsException if it has no room there; the array may then hold a part
  public static int format(double value, byte[] target, int at) {
    if (!Double.isFinite(value) || value == 0) {
      return copied(Double.toString(value), target, at);
    }
    if (value > 0) {
      return Schubfach.format(value, target, at);
    }
    target[at] = '-';
    return Schubfach.format(-value, target, at + 1);
  }

  /// Writes a number with so many decimal places: its exact value, rounded to the nearest, and
  /// halfway to the even digit, as [BigDecimal#setScale(int, RoundingMode)] does by
  /// [RoundingMode#HALF_EVEN]. What is rounded to zero has no sign.
  ///
  /// The exact value is seldom the one that was typed: 1.005 lies a little below, and becomes
  /// `1.00`.
  ///
  /// @param scale 0 to [DecimalParser#LARGEST_SCALE]; with 0 there is no point
  /// @param at where its first byte goes
  /// @return the place behind its last byte
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IndexOutOfBoundsException if it has no room there; the array may then hold a part
  public static int formatFixed(double value, int scale, byte[] target, int at) {
    DecimalParser.checkScale(scale);
    if (!Double.isFinite(value)) {
      return copied(Double.toString(value), target, at);
    }
    double size = Math.abs(value);
    if (size >= FRACTION) {
      return exactly(value, scale, target, at);
    }
    long whole = (long) size;
    double fraction = (size - whole) * FRACTION;
    long bits = (long) fraction;
    long one = DecimalParser.ten(scale);
    long places = rounded(bits, one, whole);
    if (bits != fraction && places != rounded(bits + 1, one, whole)) {
      return exactly(value, scale, target, at);
    }
    boolean carried = places == one;
    return signed(value < 0, carried ? whole + 1 : whole, carried ? 0 : places, scale, target, at);
  }

  /// A fraction in units of `1 / one`.
  ///
  /// @param bits the fraction times 2^63
  private static long rounded(long bits, long one, long whole) {
    long low = bits * one;
    long floor = (Math.multiplyHigh(bits, one) << 1) | (low >>> 63);
    long rest = low & Long.MAX_VALUE;
    boolean odd = ((one == 1 ? whole : floor) & 1) != 0;
    return rest > HALF || (rest == HALF && odd) ? floor + 1 : floor;
  }

  private static int signed(
      boolean negative, long whole, long places, int scale, byte[] target, int at) {
    int next = at;
    if (negative && (whole | places) != 0) {
      target[next++] = '-';
    }
    return scale == 0
        ? LongFormatter.format(whole, target, next)
        : DecimalFormatter.parts(whole, places, scale, target, next);
  }

  private static int exactly(double value, int scale, byte[] target, int at) {
    BigDecimal exact = new BigDecimal(value).setScale(scale, RoundingMode.HALF_EVEN);
    return copied(exact.toPlainString(), target, at);
  }

  private static int copied(String text, byte[] target, int at) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, target, at, bytes.length);
    return at + bytes.length;
  }
}
