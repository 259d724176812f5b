package io.penstock.text.utf8;

import java.io.Serial;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;

/// Thrown for bytes that are not UTF-8, and for lone surrogates: says where they are.
public final class MalformedTextException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  private static final int MOST_SHOWN = 4;

  private final long offset;

  private MalformedTextException(String message, long offset) {
    super(message);
    this.offset = offset;
  }

  /// @param at in the array
  static MalformedTextException bytes(byte[] bytes, int from, int at, int to) {
    return bytes(Arrays.copyOfRange(bytes, at, Math.min(to, at + MOST_SHOWN)), at - from);
  }

  /// @param at in the segment
  static MalformedTextException bytes(MemorySegment segment, long at) {
    long shown = Math.min(MOST_SHOWN, segment.byteSize() - at);
    return bytes(segment.asSlice(at, shown).toArray(ValueLayout.JAVA_BYTE), at);
  }

  private static MalformedTextException bytes(byte[] shown, long offset) {
    StringBuilder hex = new StringBuilder();
    for (byte b : shown) {
      hex.append(String.format(Locale.ROOT, " %02x", b));
    }
    return new MalformedTextException("malformed UTF-8 at byte " + offset + ":" + hex, offset);
  }

  static MalformedTextException surrogate(char surrogate, int index) {
    return new MalformedTextException(
        String.format(
            Locale.ROOT,
            "lone surrogate U+%04X at char %d, which UTF-8 has no bytes for",
            (int) surrogate,
            index),
        index);
  }

  /// How many bytes of the range precede it, or how many chars of the text.
  public long offset() {
    return offset;
  }
}
