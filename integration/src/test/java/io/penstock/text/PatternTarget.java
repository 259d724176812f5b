package io.penstock.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.fuzz.FuzzTarget;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// Regular expressions and lines: what is looked for by bytes, before the expression itself is
/// asked, must leave out no line that has it.
public final class PatternTarget extends FuzzTarget {
  /// Longer ones could take exponential time, which is nobody's promise.
  private static final int LONGEST_EXPRESSION = 40;

  private static final int LONGEST_LINE = 24;

  /// Makes one.
  public PatternTarget() {
    super("expression", IllegalArgumentException.class, 256 << 10, 2000);
  }

  @Override
  public List<byte[]> seeds() {
    return Stream.of(
            "abc\nxxabcxx",
            "ab*c\nac",
            "ab?\na",
            "a|b\nb",
            "ab{0}c\nac",
            "\\.\\d+\n.5",
            "\\Qa.b\\E\na.b",
            "(?i)abc\nABC",
            "(?x)a b\nab",
            "^a[bc]+$\nabcb",
            "é\né",
            "(ab)+\nabab",
            "#\na#")
        .map(both -> both.getBytes(UTF_8))
        .toList();
  }

  @Override
  public List<byte[]> words() {
    return Stream.of(
            "*", "+", "?", "{0}", "{0,1}", "{2}", "|", "(?i)", "(?x)", "(?u)", "(?s)", "(?:", "(",
            ")", "[", "]", "[^", "\\Q", "\\E", "\\b", "\\B", "\\d", "\\x61", "\\u0061", "\\n",
            "\\0", "^", "$", ".", "\\R", "\\", "#", " ", "é", "(?=", "(?!", "(?<=", "(?<a>", "\\1",
            "&&")
        .map(word -> word.getBytes(UTF_8))
        .toList();
  }

  @Override
  public void decode(byte[] input) {
    String both = new String(input, UTF_8);
    int end = both.indexOf('\n');
    String expression = cut(end < 0 ? both : both.substring(0, end), LONGEST_EXPRESSION);
    String line = cut(both.substring(end + 1), LONGEST_LINE).replace('\n', ' ');
    BytePattern candidates;
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression);
      candidates = BytePattern.candidates(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(e.getDescription(), e); // its message has three lines
    }
    byte[] bytes = line.getBytes(UTF_8);
    if (pattern.matcher(new String(bytes, UTF_8)).find()
        && bytes.length > 0
        && candidates.find(bytes, 0, bytes.length) == bytes.length) {
      throw new AssertionError("'" + expression + "' is in '" + line + "' and was left out");
    }
  }

  private static String cut(String text, int longest) {
    return text.substring(0, Math.min(text.length(), longest));
  }
}
