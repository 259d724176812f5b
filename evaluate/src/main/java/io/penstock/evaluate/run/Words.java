package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// `name=value` words in one line of text, with a space between them: what a contestant is told,
/// whatever its language. Values are percent-encoded.
final class Words {
  private Words() {}

  static String write(Map<String, String> words) {
    return words.entrySet().stream()
        .map(word -> word.getKey() + "=" + encode(word.getValue()))
        .collect(Collectors.joining(" "));
  }

  static Map<String, String> read(String line) {
    return Arrays.stream(line.split(" "))
        .map(word -> word.split("=", 2))
        .collect(Collectors.toMap(word -> word[0], word -> URLDecoder.decode(word[1], UTF_8)));
  }

  static String text(Map<String, String> words, String name) {
    String value = words.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the task says nothing about " + name);
    }
    return value;
  }

  static long number(Map<String, String> words, String name) {
    return Long.parseLong(text(words, name));
  }

  /// @throws IllegalArgumentException if an option cannot have that name
  static void checkOption(String name, Set<String> taken) {
    if (taken.contains(name) || !name.matches("[a-z][a-zA-Z0-9-]*")) {
      throw new IllegalArgumentException("not a name for an option: " + name);
    }
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, UTF_8).replace("+", "%20");
  }
}
