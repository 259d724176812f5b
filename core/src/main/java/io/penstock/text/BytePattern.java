package io.penstock.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// What lines are looked for. Immutable and safe for any thread.
public abstract sealed class BytePattern permits LiteralPattern, RegexPattern {
  BytePattern() {}

  /// Lines that have these bytes somewhere; a carriage return is found at a line's end as well,
  /// where it belongs to the end.
  ///
  /// @throws IllegalArgumentException if one of them is a newline: no line has one
  public static BytePattern literal(byte[] bytes) {
    return new LiteralPattern(bytes);
  }

  /// Lines that have this text somewhere, in UTF-8; a carriage return is found at a line's end as
  /// well, where it belongs to the end.
  ///
  /// @throws IllegalArgumentException if it has a newline: no line has one
  public static BytePattern literal(String text) {
    return literal(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Lines in which a regular expression is found, as text in UTF-8 in which what is none is
  /// U+FFFD.
  ///
  /// @param expression of [Pattern]
  /// @throws java.util.regex.PatternSyntaxException if it is none
  public static BytePattern regex(String expression) {
    return new RegexPattern(Pattern.compile(expression));
  }

  abstract LineSearch search();
}
