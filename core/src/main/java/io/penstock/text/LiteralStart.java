package io.penstock.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The characters with which each match of a regular expression begins, as far as its text says so
/// plainly: lines without them need not be looked at.
final class LiteralStart {
  /// What makes a start optional, or changes what its characters mean.
  private static final Pattern UNCLEAR = Pattern.compile("\\||\\(\\?|\\\\[QE]");

  private static final String SPECIAL = "\\[](){}.^$*+?|";
  private static final String REPEATING = "*?{";

  private LiteralStart() {}

  /// The bytes in UTF-8; none where nothing is plain.
  static byte[] of(Pattern pattern) {
    String expression = pattern.pattern();
    if (pattern.flags() != 0 || UNCLEAR.matcher(expression).find()) {
      return new byte[0];
    }
    int end = 0;
    while (end < expression.length() && isPlain(expression.charAt(end))) {
      end++;
    }
    if (end < expression.length() && REPEATING.indexOf(expression.charAt(end)) >= 0) {
      end = Math.max(0, end - 1);
    }
    return expression.substring(0, end).getBytes(StandardCharsets.UTF_8);
  }

  // Of ASCII: half of a pair of surrogates would be no text.
  private static boolean isPlain(char c) {
    return c > ' ' - 1 && c < 0x7f && SPECIAL.indexOf(c) < 0;
  }
}
