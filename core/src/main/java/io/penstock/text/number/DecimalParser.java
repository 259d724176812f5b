package io.penstock.text.number;

/// Parses numbers with a fixed number of decimal places into counts of the last place's unit:
/// `12.3` with two places is 1230. No exponent; exact.
public final class DecimalParser {
  /// The most decimal places that a `long` has room for.
  public static final int LARGEST_SCALE = 18;

  private DecimalParser() {}

  /// The number that a range of bytes says, in units of the `scale`th decimal place.
  ///
  /// @param scale 0 to [#LARGEST_SCALE]
  /// @throws NumberFormatException if it says none, one with more decimal places, or one beyond
  ///   `long`; the message shows it
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static long parse(byte[] bytes, int from, int to, int scale) {
    if (scale < 0 || scale > LARGEST_SCALE) {
      throw new IllegalArgumentException(
          "a scale of %d; there are 0 to %d".formatted(scale, LARGEST_SCALE));
    }
    boolean negative = from < to && bytes[from] == '-';
    int at = negative || (from < to && bytes[from] == '+') ? from + 1 : from;
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
      } else if (bytes[i] == '.' && places < 0 && scale > 0) {
        places = 0;
      } else {
        throw Malformed.number(kind(scale), bytes, from, to);
      }
    }
    if (digits == 0) {
      throw Malformed.number(kind(scale), bytes, from, to);
    }
    for (int place = Math.max(places, 0); place < scale; place++) {
      beyond |= value < least / 10;
      value *= 10;
    }
    if (beyond) {
      throw Malformed.beyond("long", bytes, from, to);
    }
    return negative ? value : -value;
  }

  private static String kind(int scale) {
    return "a number of up to %d decimal places".formatted(scale);
  }
}
