package io.penstock.text.utf8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Runs of bytes that are characters of ASCII.
final class Ascii {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long HIGHEST = 0x8080_8080_8080_8080L;

  private static final long ONES = 0x0101_0101_0101_0101L;

  private Ascii() {}

  /// How many bytes from a place on are ASCII.
  static int length(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long others = (long) WORDS.get(bytes, at) & HIGHEST;
      if (others != 0) {
        return at - from + (Long.numberOfTrailingZeros(others) >>> 3);
      }
    }
    while (at < to && bytes[at] >= 0) {
      at++;
    }
    return at - from;
  }

  /// Whether a character is among some bytes; in a loop that becomes vectors.
  static boolean has(byte[] bytes, char wanted) {
    long pattern = wanted * ONES;
    long others = -1;
    int words = bytes.length >>> 3;
    for (int i = 0; i < words; i++) {
      long word = (long) WORDS.get(bytes, i << 3) ^ pattern;
      others &= ((word & ~HIGHEST) + ~HIGHEST) | word;
    }
    boolean found = (~others & HIGHEST) != 0;
    for (int i = words << 3; i < bytes.length; i++) {
      found |= bytes[i] == wanted;
    }
    return found;
  }

  /// Makes chars of bytes.
  static void widen(byte[] source, int from, int count, char[] target, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = (char) source[from + i];
    }
  }
}
