package io.penstock.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.fuzz.FuzzTarget;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Patterns of names, and names: the input has both, with a line break between.
public final class GlobTarget extends FuzzTarget {
  /// Makes one.
  public GlobTarget() {
    super("glob", IllegalArgumentException.class, 64 << 10, 64);
  }

  @Override
  public List<byte[]> seeds() {
    return Stream.of("*\nname", "*.tx?\na.txt", "[!a-z]*\\*\nA*", "[]x]?\n]é", "a*b*c\naXbXc")
        .map(both -> both.getBytes(UTF_8))
        .toList();
  }

  @Override
  public List<byte[]> words() {
    return Stream.of("*", "?", "[", "]", "[!", "[^", "-", "\\", "é", "**", "[]-a]", "\n")
        .map(word -> word.getBytes(UTF_8))
        .toList();
  }

  @Override
  public void decode(byte[] input) {
    int end = 0;
    while (end < input.length && input[end] != '\n') {
      end++;
    }
    String pattern = new String(input, 0, end, UTF_8).replaceAll("\\p{Cntrl}", " ");
    byte[] name = Arrays.copyOfRange(input, Math.min(end + 1, input.length), input.length);
    NameGlob glob = NameGlob.of(pattern);
    boolean found = glob.matches(name);
    if (glob.matchesAll() && !found) {
      throw new AssertionError("a name that * is not");
    }
    byte[] own = pattern.getBytes(UTF_8);
    if (pattern.chars().noneMatch(c -> "*?[\\".indexOf(c) >= 0)
        && (!glob.matches(own) || (found && !Arrays.equals(own, name)))) {
      throw new AssertionError("a plain pattern that is not the name");
    }
  }
}
