package io.penstock.cli.tool;

import java.util.Locale;

/// Numbers of bytes as people write and read them: `1048576`, `64MiB`, `64M`, `1g`. Units are
/// powers of 1024.
public final class ByteSize {
  private static final String UNITS = "KMGTPE";

  private ByteSize() {}

  /// The number with one decimal and the largest unit that keeps it at least 1, such as `1.5 KiB`;
  /// below 1024 the number itself, such as `1023 B`.
  public static String text(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = bytes / (double) (1L << (10 * power));
    return String.format(Locale.ROOT, "%.1f %ciB", value, UNITS.charAt(power - 1));
  }

  /// Reads a number of bytes, with a unit up to `t` in either case.
  ///
  /// @throws IllegalArgumentException if `text` is no number of bytes, is 0, or is too large for a
  ///   `long`; the message says which
  public static long parse(String text) {
    String form = text.strip().toLowerCase(Locale.ROOT);
    int digits = 0;
    while (digits < form.length() && form.charAt(digits) >= '0' && form.charAt(digits) <= '9') {
      digits++;
    }
    int shift = shift(form.substring(digits));
    if (digits == 0 || shift < 0) {
      throw refused(text, "is no number of bytes; write 1048576, 64MiB or 1g");
    }
    long bytes;
    try {
      bytes = Math.multiplyExact(Long.parseLong(form.substring(0, digits)), 1L << shift);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("'" + text + "' is more than any file can have", e);
    }
    if (bytes == 0) {
      throw refused(text, "is nothing; ask for at least one byte");
    }
    return bytes;
  }

  // Negative if it is no unit.
  private static int shift(String unit) {
    if (unit.isEmpty() || unit.equals("b")) {
      return 0;
    }
    String rest = unit.substring(1);
    boolean known = rest.isEmpty() || rest.equals("b") || rest.equals("ib");
    int power = "kmgt".indexOf(unit.charAt(0)) + 1;
    return known && power > 0 ? 10 * power : -1;
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException("'" + text + "' " + why);
  }
}
