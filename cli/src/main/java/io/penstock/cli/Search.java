package io.penstock.cli;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.penstock.text.BytePattern;
import io.penstock.text.ByteSlice;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/// A search for a text or a regular expression, by automata: in a time proportional to the length
/// of a line, whatever the expression.
final class Search {
  private static final int EXACTLY = 0;

  private final BytePattern lines;
  private final String expression;
  private final int flags;

  private Search(BytePattern lines, String expression, int flags) {
    this.lines = lines;
    this.expression = expression;
    this.flags = flags;
  }

  /// For a text as it stands.
  ///
  /// @throws IllegalArgumentException if no line can have it; the message quotes it
  static Search literal(String text) {
    return new Search(bytes(text), Pattern.quote(text), EXACTLY);
  }

  /// The same for a text in capital or small letters. Its carriage return is found at a line's end
  /// as well, as that of the other is.
  static Search literalInAnyCase(String text) {
    BytePattern _ = bytes(text);
    Search search = expressionInAnyCase(Pattern.quote(text));
    return new Search(search.lines.withReturns(), search.expression, search.flags);
  }

  private static BytePattern bytes(String text) {
    try {
      return BytePattern.literal(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "': " + e.getMessage(), e);
    }
  }

  /// For a regular expression of RE2.
  ///
  /// @throws IllegalArgumentException if it is none; the message quotes it
  static Search expression(String text) {
    Pattern compiled = compiled(text, EXACTLY);
    return new Search(BytePattern.candidates(text).and(() -> finder(compiled)), text, EXACTLY);
  }

  /// The same for an expression in capital or small letters.
  static Search expressionInAnyCase(String text) {
    Pattern compiled = compiled(text, Pattern.CASE_INSENSITIVE);
    return new Search(
        BytePattern.literal("").and(() -> finder(compiled)), text, Pattern.CASE_INSENSITIVE);
  }

  private static Pattern compiled(String expression, int flags) {
    if ((flags != EXACTLY || foldsByItself(expression)) && EndlessLetters.in(expression)) {
      throw new IllegalArgumentException(
          "'"
              + expression
              + "': RE2/J would never end with one of U+1C80 to U+1C88 in any case, not in a range"
              + " either; write [a-\\x{1C7F}\\x{1C89}-z] for [a-z], or heed the case");
    }
    try {
      return Pattern.compile(expression, flags);
    } catch (PatternSyntaxException e) {
      throw refused(expression, e.getDescription(), e);
    } catch (StackOverflowError e) {
      throw refused(expression, "it is nested too deep", e);
    }
  }

  // By a flag such as (?i) or (?si:...).
  private static boolean foldsByItself(String expression) {
    for (int at = expression.indexOf("(?"); at >= 0; at = expression.indexOf("(?", at + 1)) {
      for (int i = at + 2;
          i < expression.length() && Character.isLetter(expression.charAt(i));
          i++) {
        if (expression.charAt(i) == 'i') {
          return true;
        }
      }
    }
    return false;
  }

  private static IllegalArgumentException refused(String text, String reason, Throwable cause) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is no regular expression of RE2: "
            + reason
            + "; -F looks for it as it stands",
        cause);
  }

  /// The lines that have it.
  BytePattern lines() {
    return lines;
  }

  /// The expression for the places where a line has it.
  Pattern places() {
    return compiled(expression, flags);
  }

  private static Predicate<ByteSlice> finder(Pattern pattern) {
    Matcher matcher = pattern.matcher("");
    // A class and not a lambda: the first lambda of a JVM takes long.
    return new Predicate<>() {
      // Bytes that are no UTF-8 become U+FFFD.
      @Override
      public boolean test(ByteSlice line) {
        return matcher.reset(isAscii(line) ? new AsciiText(line) : line.toString()).find();
      }
    };
  }

  private static boolean isAscii(ByteSlice line) {
    byte[] bytes = line.array();
    for (int i = line.from(); i < line.to(); i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /// A line as characters where it lies: a copy of the longest would take a gigabyte.
  private record AsciiText(ByteSlice line) implements CharSequence {
    @Override
    public int length() {
      return line.length();
    }

    @Override
    public char charAt(int index) {
      return (char) line.array()[line.from() + index];
    }

    @Override
    public CharSequence subSequence(int begin, int end) {
      return new AsciiText(line.slice(begin, end));
    }

    @Override
    public String toString() {
      return line.toString(StandardCharsets.US_ASCII);
    }
  }

  /// Nine letters of old Cyrillic, U+1C80 to U+1C88, whose capital letters have other small letters
  /// than these. RE2/J 1.8, which looks for all letters that are the same in any case, goes from
  /// one to the next until it meets the first again, and here never does.
  private static final class EndlessLetters {
    private static final int FIRST = 0x1c80;
    private static final int LAST = 0x1c88;
    private static final int NONE = -1;

    private final String expression;
    private int at;

    /// Whether what stands there is within brackets, and the last character there of which a range
    /// may begin.
    private boolean inBrackets;

    private int low = NONE;

    private EndlessLetters(String expression) {
      this.expression = expression;
    }

    static boolean in(String expression) {
      return new EndlessLetters(expression).found();
    }

    private boolean found() {
      boolean found = false;
      while (!found && at < expression.length()) {
        if (!inBrackets && expression.startsWith("\\Q", at)) {
          int end = expression.indexOf("\\E", at);
          String quoted = expression.substring(at, end < 0 ? expression.length() : end);
          found = quoted.codePoints().anyMatch(c -> FIRST <= c && c <= LAST);
          at += quoted.length() + (end < 0 ? 0 : 2);
        } else if (!inBrackets && expression.charAt(at) == '[') {
          open();
        } else if (inBrackets && isNamed()) {
          at = expression.indexOf(":]", at) + 2;
          low = NONE;
        } else if (inBrackets && expression.charAt(at) == ']') {
          inBrackets = false;
          at++;
        } else {
          found = foundInRange();
        }
      }
      return found;
    }

    // As in [:alpha:]; without an end they are two characters like others.
    private boolean isNamed() {
      return expression.startsWith("[:", at) && expression.indexOf(":]", at) >= 0;
    }

    // A bracket right at the begin of a set is one of its characters.
    private void open() {
      inBrackets = true;
      low = NONE;
      at += expression.startsWith("[^", at) ? 2 : 1;
      if (expression.startsWith("]", at)) {
        low = ']';
        at++;
      }
    }

    private boolean foundInRange() {
      if (inBrackets && low != NONE && expression.charAt(at) == '-') {
        at++;
        int high = at < expression.length() && expression.charAt(at) != ']' ? character() : NONE;
        boolean found = low <= LAST && high >= FIRST;
        low = NONE;
        return found;
      }
      low = character();
      return FIRST <= low && low <= LAST;
    }

    /// Takes a character, or an escape for one; what stands for several counts as a low one.
    private int character() {
      int c = expression.codePointAt(at);
      at += Character.charCount(c);
      if (c != '\\' || at >= expression.length()) {
        return c;
      }
      int escaped = expression.codePointAt(at);
      at += Character.charCount(escaped);
      if (escaped != 'x' || !expression.startsWith("{", at)) {
        return escaped;
      }
      int end = expression.indexOf('}', at);
      String digits = expression.substring(at + 1, Math.max(at + 1, end));
      at = Math.max(at, end + 1);
      try {
        return Integer.parseInt(digits, 16);
      } catch (NumberFormatException _) {
        return 0; // no number, which RE2 says itself
      }
    }
  }
}
