package io.penstock.text;

import java.util.regex.Pattern;

/// A regular expression that is found in a line.
final class RegexPattern extends BytePattern {
  private final Pattern pattern;

  RegexPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  @Override
  LineSearch search() {
    byte[] start = LiteralStart.of(pattern);
    return start.length > 1
        ? new RegexSearch(pattern, (text, from, to) -> LiteralSearch.find(text, from, to, start))
        : new RegexSearch(pattern, (_, from, _) -> from);
  }
}
