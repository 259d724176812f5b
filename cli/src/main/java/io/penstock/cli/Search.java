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
    try {
      return Pattern.compile(expression, flags);
    } catch (PatternSyntaxException e) {
      throw refused(expression, e.getDescription(), e);
    } catch (StackOverflowError e) {
      throw refused(expression, "it is nested too deep", e);
    }
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
}
