package io.penstock.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Cuts text into lines in the plainest way, to compare with.
final class SplitText {
  private SplitText() {}

  /// One String for each line, each byte a character.
  static List<String> lines(byte[] text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        int end = i > start && text[i - 1] == '\r' ? i - 1 : i;
        lines.add(latin(text, start, end));
        start = i + 1;
      }
    }
    if (start < text.length) {
      lines.add(latin(text, start, text.length));
    }
    return lines;
  }

  private static String latin(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
