package io.penstock.text;

import java.io.Serial;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A pattern of bytes that selects lines. Immutable and safe for any thread.
public final class BytePattern {
  /// What makes the start of an expression optional, or changes what its characters mean.
  private static final Pattern UNCLEAR = Pattern.compile("\\||\\(\\?|\\\\[QE]");

  private static final String SPECIAL = "\\[](){}.^$*+?|";
  private static final String REPEATING = "*?{";

  /// A search of its own for each thread.
  private final Supplier<LineSearch> searches;

  private BytePattern(Supplier<LineSearch> searches) {
    this.searches = searches;
  }

  /// Lines that have these bytes somewhere; a carriage return is found at a line's end as well,
  /// where it belongs to the end.
  ///
  /// @throws IllegalArgumentException if one of them is a newline: no line has one
  public static BytePattern literal(byte[] bytes) {
    byte[] wanted = bytes.clone();
    if (ByteSearch.find(wanted, 0, wanted.length, (byte) '\n') < wanted.length) {
      throw new IllegalArgumentException("no line has a newline; look for what is before it");
    }
    LineSearch search =
        switch (wanted.length) {
          case 0 -> (_, from, _) -> from;
          case 1 -> (text, from, to) -> ByteSearch.find(text, from, to, wanted[0]);
          default -> (text, from, to) -> LiteralSearch.find(text, from, to, wanted);
        };
    return new BytePattern(() -> search);
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
  /// [Pattern] backtracks: there are expressions that take exponential time in the length of a
  /// line, and those that need stack in proportion to it, such as `(a|b)*c`. A line for which the
  /// stack does not suffice is a [LineException]. Expressions of strangers belong into an engine
  /// that takes linear time, by [#and].
  ///
  /// @param expression of [Pattern]
  /// @throws java.util.regex.PatternSyntaxException if it is none
  public static BytePattern regex(String expression) {
    Pattern pattern = Pattern.compile(expression);
    return candidates(expression).and(() -> test(pattern));
  }

  // Characters of ASCII are their bytes; the JDK finds out fast whether all are.
  private static Predicate<ByteSlice> test(Pattern pattern) {
    Matcher matcher = pattern.matcher("");
    return line -> {
      try {
        return matcher.reset(line.toString()).find();
      } catch (StackOverflowError e) {
        throw new IllegalStateException(
            "the regular expression needs more stack than its thread has, in a line of "
                + line.length()
                + " bytes; simplify it, or use an engine that does not backtrack",
            e);
      }
    };
  }

  /// Lines that may match a regular expression: those that have the characters with which it
  /// begins, as far as its text says so plainly, and all lines where it does not. An engine then
  /// looks at these, by [#and].
  ///
  /// @param expression of [Pattern], RE2 or POSIX (extended), without flags but those in its text
  public static BytePattern candidates(String expression) {
    return literal(start(expression));
  }

  private static String start(String expression) {
    if (UNCLEAR.matcher(expression).find()) {
      return "";
    }
    int end = 0;
    while (end < expression.length() && isPlain(expression.charAt(end))) {
      end++;
    }
    if (end < expression.length() && REPEATING.indexOf(expression.charAt(end)) >= 0) {
      end = Math.max(0, end - 1);
    }
    return expression.substring(0, end);
  }

  // Of ASCII: half of a pair of surrogates would be no text.
  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f && SPECIAL.indexOf(c) < 0;
  }

  /// Those of its lines that pass a test as well, such as that of another engine for regular
  /// expressions.
  ///
  /// @param tests makes a test for each thread; it is shown lines without their ends, valid until
  ///   it returns. An unchecked exception that it throws becomes a [LineException]
  public BytePattern and(Supplier<? extends Predicate<? super ByteSlice>> tests) {
    return new BytePattern(() -> new TestedSearch(search(), tests.get()));
  }

  LineSearch search() {
    return searches.get();
  }

  /// Looks for lines that pass a test.
  private static final class TestedSearch implements LineSearch {
    private final LineSearch candidates;
    private final Predicate<? super ByteSlice> test;
    private final ByteSlice line = new ByteSlice();

    /// @param candidates finds all lines that may pass
    TestedSearch(LineSearch candidates, Predicate<? super ByteSlice> test) {
      this.candidates = candidates;
      this.test = test;
    }

    @Override
    public int find(byte[] bytes, int from, int to) {
      int at = from;
      while (at < to) {
        int candidate = candidates.find(bytes, at, to);
        if (candidate == to) {
          return to;
        }
        int start = ByteSearch.findLast(bytes, at, candidate, (byte) '\n') + 1;
        int end = ByteSearch.find(bytes, candidate, to, (byte) '\n');
        if (passes(bytes, start, LineCursor.textEnd(bytes, start, end, to))) {
          return start;
        }
        at = Math.min(end + 1, to);
      }
      return to;
    }

    private boolean passes(byte[] bytes, int start, int end) {
      try {
        return test.test(line.set(bytes, start, end));
      } catch (RuntimeException e) {
        throw new UntestedLineException(start, e);
      }
    }
  }

  /// A test has thrown something at a line.
  static final class UntestedLineException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    /// Where the line begins in the bytes that are searched.
    final int start;

    final transient RuntimeException reason;

    UntestedLineException(int start, RuntimeException reason) {
      super(reason.getMessage(), reason, false, false);
      this.start = start;
      this.reason = reason;
    }
  }

  /// Finds two bytes or more.
  private static final class LiteralSearch {
    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LiteralSearch() {}

    /// The first place; `to` if they are not there. Looks at eight places at a time for the first
    /// and the last byte, which rarely are there both by chance.
    static int find(byte[] text, int from, int to, byte[] wanted) {
      int gap = wanted.length - 1;
      long first = Swar.repeated(wanted[0]);
      long last = Swar.repeated(wanted[gap]);
      int at = from;
      for (; at <= to - gap - Long.BYTES; at += Long.BYTES) {
        long marks =
            Swar.equal((long) WORDS.get(text, at), first)
                & Swar.equal((long) WORDS.get(text, at + gap), last);
        for (; marks != 0; marks &= marks - 1) {
          int place = at + Swar.first(marks);
          if (isAt(text, place, wanted)) {
            return place;
          }
        }
      }
      for (; at < to - gap; at++) {
        if (isAt(text, at, wanted)) {
          return at;
        }
      }
      return to;
    }

    private static boolean isAt(byte[] text, int at, byte[] wanted) {
      return Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length);
    }
  }
}
