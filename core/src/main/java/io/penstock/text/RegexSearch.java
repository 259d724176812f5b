package io.penstock.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Looks for lines in which a regular expression is found.
final class RegexSearch implements LineSearch {
  private final LineSearch candidates;
  private final Matcher matcher;

  /// @param candidates finds all lines that may match
  RegexSearch(Pattern pattern, LineSearch candidates) {
    this.candidates = candidates;
    this.matcher = pattern.matcher("");
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
      if (matches(bytes, start, LineCursor.textEnd(bytes, start, end, to))) {
        return start;
      }
      at = Math.min(end + 1, to);
    }
    return to;
  }

  // Characters of ASCII are their bytes; the JDK finds out fast whether all are.
  private boolean matches(byte[] bytes, int from, int to) {
    return matcher.reset(new String(bytes, from, to - from, StandardCharsets.UTF_8)).find();
  }
}
