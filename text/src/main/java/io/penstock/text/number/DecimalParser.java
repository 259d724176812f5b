package io.penstock.text.number;

/// A parser of numbers with a fixed number of decimal places, as counts of the last place's unit:
/// `12.3` with two places is 1230. A point may have no digits on one side: `51.` and `.5`. No
/// exponent; exact.
public final class DecimalParser {
  /// The most decimal places that a `long` has room for.
  public static final int LARGEST_SCALE = 18;

  private static final long[] TENS = new long[LARGEST_SCALE + 1];

  static {
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = TENS[i - 1] * 10;
    }
  }

  private DecimalParser() {}

  /// The number that a range of bytes says, in units of the `scale`th decimal place.
  ///
  /// @param scale 0 to [#LARGEST_SCALE]
  /// @throws NumberFormatException if it says none, one with more decimal places, or one beyond
  ///   `long`; the message shows it
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static long parse(byte[] bytes, int from, int to, int scale) {
    checkScale(scale);
    boolean negative = from < to && bytes[from] == '-';
    int at = negative || (from < to && bytes[from] == '+') ? from + 1 : from;
    long value = shortText(bytes, at, to, scale);
    if (value < 0) {
      return anyText(bytes, from, at, to, scale, negative);
    }
    return negative ? -value : value;
  }

  /// The number without its sign, if it is well-formed and has room for certain; otherwise -1.
  private static long shortText(byte[] bytes, int from, int to, int scale) {
    if (to - from > LARGEST_SCALE) {
      return -1;
    }
    long value = 0;
    int point = to;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
      } else if (bytes[i] == '.' && point == to) {
        point = i;
      } else {
        return -1;
      }
    }
    int places = Math.max(to - point - 1, 0);
    int digits = point < to ? to - from - 1 : to - from;
    int missing = scale - places;
    if (digits <= 0 || missing < 0 || digits + missing > LARGEST_SCALE) {
      return -1;
    }
    return value * TENS[missing];
  }

  // Negative all the way: the least long has no counterpart.
  private static long anyText(byte[] bytes, int from, int at, int to, int scale, boolean negative) {
    long least = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long value = 0;
    int places = -1;
    int digits = 0;
    boolean beyond = false;
    for (int i = at; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9 && places < scale) {
        beyond |= value < least / 10 || value * 10 < least + digit;
        value = value * 10 - digit;
        digits++;
        places += places >= 0 ? 1 : 0;
      } else if (bytes[i] == '.' && places < 0) {
        places = 0;
      } else {
        throw Digits.malformed(kind(scale), bytes, from, to);
      }
    }
    if (digits == 0) {
      throw Digits.malformed(kind(scale), bytes, from, to);
    }
    for (int place = Math.max(places, 0); place < scale; place++) {
      beyond |= value < least / 10;
      value *= 10;
    }
    if (beyond) {
      throw Digits.beyond("long", bytes, from, to);
    }
    return negative ? value : -value;
  }

  static void checkScale(int scale) {
    if (scale < 0 || scale > LARGEST_SCALE) {
      throw new IllegalArgumentException(
          "a scale of " + scale + "; there are 0 to " + LARGEST_SCALE);
    }
  }

  /// Ten to the power of 0 to [#LARGEST_SCALE].
  static long ten(int exponent) {
    return TENS[exponent];
  }

  private static String kind(int scale) {
    return "a number of up to " + scale + " decimal places";
  }
}
