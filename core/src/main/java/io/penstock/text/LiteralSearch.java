package io.penstock.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds two bytes or more.
final class LiteralSearch {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LiteralSearch() {}

  /// The first place; `to` if they are not there. Looks at eight places at a time for the first and
  /// the last byte, which rarely are there both by chance.
  static int find(byte[] text, int from, int to, byte[] wanted) {
    int gap = wanted.length - 1;
    long first = Swar.repeated(wanted[0]);
    long last = Swar.repeated(wanted[gap]);
    int at = from;
    for (; at <= to - gap - Long.BYTES; at += Long.BYTES) {
      long marks =
          Swar.equal((long) WORDS.get(text, at), first)
              & Swar.equal((long) WORDS.get(text, at + gap), last);
      for (; marks != 0; marks &= marks - 1) {
        int place = at + Swar.first(marks);
        if (isAt(text, place, wanted)) {
          return place;
        }
      }
    }
    for (; at < to - gap; at++) {
      if (isAt(text, at, wanted)) {
        return at;
      }
    }
    return to;
  }

  private static boolean isAt(byte[] text, int at, byte[] wanted) {
    return Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length);
  }
}
