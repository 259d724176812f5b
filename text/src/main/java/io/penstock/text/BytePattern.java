package io.penstock.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A pattern of bytes that selects lines. Immutable and safe for any thread.
public final class BytePattern {
  /// What makes the start of an expression optional, or changes what its characters mean.
  private static final Pattern UNCLEAR = Pattern.compile("\\||\\(\\?|\\\\[QE]");

  private static final String SPECIAL = "\\[](){}.^$*+?|";
  private static final String REPEATING = "*?{";

  /// The bytes that each line has somewhere.
  private final byte[] wanted;

  /// A supplier of tests for each thread: a line passes all of them.
  private final List<Supplier<? extends Predicate<? super ByteSlice>>> tests;

  /// A pattern of lines that are left out; null for none.
  private final @Nullable BytePattern except;

  /// Whether the tests are shown a carriage return before a newline.
  private final boolean returns;

  private BytePattern(
      byte[] wanted,
      List<Supplier<? extends Predicate<? super ByteSlice>>> tests,
      @Nullable BytePattern except,
      boolean returns) {
    this.wanted = wanted;
    this.tests = tests;
    this.except = except;
    this.returns = returns;
  }

  /// Lines that have these bytes somewhere; a carriage return is found at a line's end as well,
  /// where it belongs to the end.
  ///
  /// @throws IllegalArgumentException if one of them is a newline: no line has one
  public static BytePattern literal(byte[] bytes) {
    byte[] wanted = bytes.clone();
    if (ByteScan.find(wanted, 0, wanted.length, (byte) '\n') < wanted.length) {
      throw new IllegalArgumentException("no line has a newline; look for what is before it");
    }
    return new BytePattern(wanted, List.of(), null, false);
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
  /// stack does not suffice is a [LineException]. Match expressions that you do not trust with an
  /// engine that takes linear time, by [#and].
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
    List<Supplier<? extends Predicate<? super ByteSlice>>> all = new ArrayList<>(this.tests);
    all.add(tests);
    return new BytePattern(wanted, List.copyOf(all), except, returns);
  }

  /// The same with tests that are shown the carriage return before a newline as well, where
  /// [#literal] finds it too.
  public BytePattern withReturns() {
    return new BytePattern(wanted, tests, except, true);
  }

  /// All other lines: exactly those that it does not select.
  public BytePattern negated() {
    return new BytePattern(new byte[0], List.of(), this, false);
  }

  /// Finds the first line of some whole ones that may match.
  ///
  /// @return some place in it, before what ends it, or that if it is empty; `to` if there is none
  int find(byte[] bytes, int from, int to) {
    return switch (wanted.length) {
      case 0 -> from;
      case 1 -> ByteScan.find(bytes, from, to, wanted[0]);
      default -> ByteScan.find(bytes, from, to, wanted);
    };
  }

  /// Makes the test of one thread for lines that have the bytes.
  LineTest test() {
    return new LineTest(this);
  }

  /// A test of one thread for lines that have a pattern's bytes.
  static final class LineTest {
    private final List<? extends Predicate<? super ByteSlice>> tests;
    private final ByteSlice tested = new ByteSlice();

    /// What a line must not match, with the test for it; null for nothing.
    private final @Nullable BytePattern except;

    private final @Nullable LineTest exceptTest;
    private final boolean returns;

    private LineTest(BytePattern pattern) {
      tests = pattern.tests.stream().<Predicate<? super ByteSlice>>map(Supplier::get).toList();
      except = pattern.except;
      exceptTest = except == null ? null : except.test();
      returns = pattern.returns;
    }

    boolean passes(Line line) {
      for (Predicate<? super ByteSlice> test : tests) {
        if (!test.test(
            returns ? tested.set(line.array(), line.from(), newline(line)) : tested.set(line))) {
          return false;
        }
      }
      return except == null || exceptTest == null || !isFound(except, exceptTest, line);
    }

    /// Where the newline of a line is, or its end if it has none.
    private static int newline(Line line) {
      int end = line.behind();
      return end > line.to() ? end - 1 : end;
    }

    private static boolean isFound(BytePattern pattern, LineTest test, Line line) {
      int end = line.behind();
      return pattern.find(line.array(), line.from(), end) < end && test.passes(line);
    }
  }
}
