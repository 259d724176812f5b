package io.penstock.text.utf8;

import java.io.Serial;

/// Bytes that are not UTF-8, or chars of which UTF-8 cannot be made: where.
public final class MalformedTextException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  private static final int MOST_SHOWN = 4;

  private final int offset;

  private MalformedTextException(String message, int offset) {
    super(message);
    this.offset = offset;
  }

  /// @param at in the array
  static MalformedTextException bytes(byte[] bytes, int from, int at, int to) {
    StringBuilder shown = new StringBuilder();
    for (int i = at; i < Math.min(to, at + MOST_SHOWN); i++) {
      shown.append(" %02x".formatted(bytes[i]));
    }
    return new MalformedTextException(
        "malformed UTF-8 at byte %d:%s".formatted(at - from, shown), at - from);
  }

  static MalformedTextException surrogate(char surrogate, int index) {
    return new MalformedTextException(
        "lone surrogate U+%04X at char %d, which UTF-8 has no bytes for"
            .formatted((int) surrogate, index),
        index);
  }

  /// How many bytes of the range precede it, or how many chars of the text.
  public int offset() {
    return offset;
  }
}
