package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Text for a person, in which what a terminal would obey is written as C does, as `ls -b` shows
/// names: control characters, and those that turn the direction of writing.
///
/// Whatever a file, an archive or an argument is called passes here before it reaches a terminal;
/// results that are data, such as paths of `walk` and JSON, do not.
final class Escapes {
  private static final String TURNING =
      "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

  private Escapes() {}

  static String of(String text) {
    if (text.codePoints().noneMatch(Escapes::isObeyed)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints().forEach(c -> append(shown, c));
    return shown.toString();
  }

  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.FORMAT -> TURNING.indexOf(c) >= 0;
      default -> false;
    };
  }

  private static void append(StringBuilder shown, int c) {
    if (!isObeyed(c)) {
      shown.appendCodePoint(c);
      return;
    }
    switch (c) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> shown.append(octets(c));
    }
  }

  private static String octets(int c) {
    StringBuilder octets = new StringBuilder();
    for (byte octet : Character.toString(c).getBytes(UTF_8)) {
      octets.append('\\').append(Integer.toOctalString(01000 | (octet & 0xff)).substring(1));
    }
    return octets.toString();
  }
}
