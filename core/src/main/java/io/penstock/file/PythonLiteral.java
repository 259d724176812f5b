package io.penstock.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/// A cursor over the few Python literals that the header of an array holds. Nothing is evaluated,
/// nothing nests, and every byte is passed once.
///
/// All syntax is ASCII, so the bytes need no decoding: a string is returned with one character for
/// each byte, which suits the ASCII that it is compared with.
final class PythonLiteral {
  private static final int LONGEST_EXCERPT = 40;

  private final String file;
  private final byte[] text;
  private final int base;
  private int at;

  /// @param file its path, for messages
  /// @param base the offset of `text` in the file
  PythonLiteral(String file, byte[] text, int base) {
    this.file = file;
    this.text = text;
    this.base = base;
  }

  /// Passes white space.
  ///
  /// @return the file offset of what follows
  long next() {
    while (at < text.length && isSpace(text[at])) {
      at++;
    }
    return (long) base + at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f';
  }

  /// Whether `wanted` follows; it is not passed.
  boolean sees(char wanted) {
    next();
    return at < text.length && text[at] == wanted;
  }

  /// Passes `wanted` if it follows.
  boolean takes(char wanted) {
    boolean found = sees(wanted);
    at += found ? 1 : 0;
    return found;
  }

  /// Passes `wanted`, which must follow.
  void require(char wanted, String role) throws FormatException {
    if (!takes(wanted)) {
      throw unexpected("'" + wanted + "' " + role);
    }
  }

  /// Checks that nothing but white space is left.
  void requireEnd() throws FormatException {
    next();
    if (at < text.length) {
      throw unexpected("nothing after the dictionary");
    }
  }

  /// Passes a string in single or double quotes.
  String string(String role) throws FormatException {
    char quote = sees('"') ? '"' : '\'';
    if (!takes(quote)) {
      throw unexpected(role + " in quotes");
    }
    int start = at;
    while (at < text.length && text[at] != quote) {
      if (text[at] == '\\' || text[at] == '\n' || text[at] == '\r') {
        throw unexpected("a string without escapes and line ends");
      }
      at++;
    }
    if (at == text.length) {
      throw unexpected("the closing " + quote);
    }
    return new String(text, start, at++ - start, ISO_8859_1);
  }

  /// Passes `True` or `False`.
  boolean truth(String role) throws FormatException {
    next();
    if (takesWord("True")) {
      return true;
    }
    if (takesWord("False")) {
      return false;
    }
    throw unexpected("True or False for " + role);
  }

  private boolean takesWord(String word) {
    byte[] wanted = word.getBytes(ISO_8859_1);
    int end = Math.min(at + wanted.length, text.length);
    boolean found = Arrays.equals(text, at, end, wanted, 0, wanted.length);
    at += found ? wanted.length : 0;
    return found;
  }

  /// Passes a whole number in decimal digits.
  ///
  /// @param longSuffix whether Python 2's `L` may follow the digits
  long whole(String role, boolean longSuffix) throws FormatException {
    next();
    int start = at;
    long value = 0;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') {
      int digit = text[at] - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        throw refused((long) base + start, role + " is above 2^63 - 1");
      }
      value = value * 10 + digit;
      at++;
    }
    if (at == start || (text[start] == '0' && at > start + 1)) {
      at = start;
      throw unexpected(role + " as a whole number of at least 0");
    }
    if (longSuffix && at < text.length && text[at] == 'L') {
      at++;
    }
    return value;
  }

  private FormatException unexpected(String wanted) {
    String found =
        at == text.length
            ? "the header ends"
            : "found " + excerpt(Arrays.copyOfRange(text, at, Math.min(text.length, at + 64)));
    return refused(
        (long) base + at,
        String.format(
            Locale.ROOT,
            "expected %s but %s: this is no header of an array of numbers",
            wanted,
            found));
  }

  FormatException refused(long offset, String reason) {
    return new FormatException(file, offset, reason);
  }

  /// Bytes of a file as a message shows them: one line in quotes, short, and without anything that
  /// a terminal might obey. Those that are not printable ASCII appear as `\xNN`.
  static String excerpt(byte[] bytes) {
    StringBuilder shown = new StringBuilder("'");
    for (byte b : Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST_EXCERPT))) {
      if (b >= ' ' && b < 0x7f) {
        shown.append((char) b);
      } else {
        shown.append("\\x").append(HexFormat.of().toHexDigits(b));
      }
    }
    return shown.append(bytes.length > LONGEST_EXCERPT ? "..." : "").append("'").toString();
  }

  /// Text whose characters are bytes.
  static String excerpt(String latin1) {
    return excerpt(latin1.getBytes(ISO_8859_1));
  }
}
