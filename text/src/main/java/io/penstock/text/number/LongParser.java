package io.penstock.text.number;

/// A parser of whole numbers: an optional sign and decimal digits, as [Long#parseLong] takes them,
/// but ASCII digits only.
public final class LongParser {
  /// No number of so many digits goes beyond `long`.
  private static final int SAFE_DIGITS = 18;

  private LongParser() {}

  /// The number that a range of bytes says.
  ///
  /// @throws NumberFormatException if it says none, or one beyond `long`; the message shows it
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static long parse(byte[] bytes, int from, int to) {
    int at = from < to && isSign(bytes[from]) ? from + 1 : from;
    if (at >= to) {
      throw Digits.malformed("a whole number", bytes, from, to);
    }
    boolean negative = bytes[from] == '-';
    if (to - at > SAFE_DIGITS) {
      return parseLong(bytes, from, at, to, negative);
    }
    long value = 0;
    for (; to - at >= Digits.TOGETHER; at += Digits.TOGETHER) {
      long word = Digits.word(bytes, at);
      if (!Digits.areDigits(word)) {
        throw Digits.malformed("a whole number", bytes, from, to);
      }
      value = value * Digits.TEN_TO_THE_8 + Digits.value(word);
    }
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        throw Digits.malformed("a whole number", bytes, from, to);
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  private static boolean isSign(byte b) {
    return b == '-' || b == '+';
  }

  // Negative all the way: the least long has no counterpart.
  private static long parseLong(byte[] bytes, int from, int at, int to, boolean negative) {
    long least = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long value = 0;
    boolean beyond = false;
    for (int i = at; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw Digits.malformed("a whole number", bytes, from, to);
      }
      beyond |= value < least / 10 || value * 10 < least + digit;
      value = value * 10 - digit;
    }
    if (beyond) {
      throw Digits.beyond("long", bytes, from, to);
    }
    return negative ? value : -value;
  }
}
