package io.penstock.evaluate.text;

/// A number made of a line, as cheap as can be. The same stands in `text_places.c`.
final class LineAnswer {
  private LineAnswer() {}

  static long of(String line) {
    return 256L * line.length() + line.charAt(line.length() / 2);
  }

  /// Of a line of ASCII in an array.
  static long of(byte[] bytes, int from, int to) {
    return 256L * (to - from) + bytes[(from + to) >>> 1];
  }
}
