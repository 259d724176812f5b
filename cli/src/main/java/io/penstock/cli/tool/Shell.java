package io.penstock.cli.tool;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words as a POSIX shell takes them.
public final class Shell {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private Shell() {}

  /// A word in quotes: to a shell it is one word, and just this one.
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /// A command line of these words, in quotes where a shell would take them for anything else.
  public static String line(List<String> words) {
    return words.stream()
        .map(word -> PLAIN.matcher(word).matches() ? word : quoted(word))
        .collect(Collectors.joining(" "));
  }
}
