package io.penstock.text.number;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A factory of the exceptions for texts that are no number.
final class Malformed {
  private static final int LONGEST_SHOWN = 60;

  private Malformed() {}

  static NumberFormatException number(String wanted, byte[] bytes, int from, int to) {
    return new NumberFormatException(
        String.format(Locale.ROOT, "not %s: %s", wanted, shown(bytes, from, to)));
  }

  static NumberFormatException beyond(String type, byte[] bytes, int from, int to) {
    return new NumberFormatException(
        String.format(Locale.ROOT, "beyond %s: %s", type, shown(bytes, from, to)));
  }

  private static String shown(byte[] bytes, int from, int to) {
    if (from == to) {
      return "empty";
    }
    int end = Math.min(to, from + LONGEST_SHOWN);
    String text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    StringBuilder shown = new StringBuilder("'");
    text.codePoints().forEach(c -> append(shown, c));
    return shown.append(end < to ? "...'" : "'").toString();
  }

  private static void append(StringBuilder shown, int c) {
    if (Character.isISOControl(c)) {
      shown.append(String.format(Locale.ROOT, "\\u%04x", c));
    } else {
      shown.appendCodePoint(c);
    }
  }
}
