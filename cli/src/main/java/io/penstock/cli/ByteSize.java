package io.penstock.cli;

import java.util.Locale;

/// A number of bytes as people write it: `1048576`, `64MiB`, `64M`, `1g`. Units are powers of 1024.
final class ByteSize {
  private static final String UNITS = "kmgt";

  private ByteSize() {}

  /// Reads one.
  ///
  /// @throws IllegalArgumentException if it is none, with the reason
  static long parse(String text) {
    String form = text.strip().toLowerCase(Locale.ROOT);
    int digits = 0;
    while (digits < form.length() && form.charAt(digits) >= '0' && form.charAt(digits) <= '9') {
      digits++;
    }
    int shift = shift(form.substring(digits));
    if (digits == 0 || shift < 0) {
      throw refused(text, "is no number of bytes; write 1048576, 64MiB or 1g");
    }
    return bytes(text, form.substring(0, digits), shift);
  }

  // Negative for what is no unit.
  private static int shift(String unit) {
    if (unit.isEmpty() || unit.equals("b")) {
      return 0;
    }
    String rest = unit.substring(1);
    boolean known = rest.isEmpty() || rest.equals("b") || rest.equals("ib");
    int power = UNITS.indexOf(unit.charAt(0)) + 1;
    return known && power > 0 ? 10 * power : -1;
  }

  private static long bytes(String text, String digits, int shift) {
    long bytes;
    try {
      bytes = Math.multiplyExact(Long.parseLong(digits), 1L << shift);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("'" + text + "' is more than any file can have", e);
    }
    if (bytes == 0) {
      throw refused(text, "is nothing; ask for at least one byte");
    }
    return bytes;
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException("'" + text + "' " + why);
  }
}
