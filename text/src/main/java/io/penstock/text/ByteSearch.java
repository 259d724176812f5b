package io.penstock.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A search for bytes, eight at a time in a `long` (SIMD within a register).
final class ByteSearch {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;

  private ByteSearch() {}

  /// The first place of a byte; `to` if it is not there.
  static int find(byte[] bytes, int from, int to, byte wanted) {
    long pattern = repeated(wanted);
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long marks = equal((long) WORDS.get(bytes, at), pattern);
      if (marks != 0) {
        return at + first(marks);
      }
    }
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  /// The last place of a byte; `from - 1` if it is not there.
  static int findLast(byte[] bytes, int from, int to, byte wanted) {
    int at = to - 1;
    while (at >= from && bytes[at] != wanted) {
      at--;
    }
    return at;
  }

  /// The first place of two bytes or more; `to` if they are not there. Looks at eight places at a
  /// time for the first and the last byte, which rarely are there both by chance.
  static int find(byte[] bytes, int from, int to, byte[] wanted) {
    int gap = wanted.length - 1;
    long first = repeated(wanted[0]);
    long last = repeated(wanted[gap]);
    int at = from;
    for (; at <= to - gap - Long.BYTES; at += Long.BYTES) {
      long marks =
          equal((long) WORDS.get(bytes, at), first)
              & equal((long) WORDS.get(bytes, at + gap), last);
      for (; marks != 0; marks &= marks - 1) {
        int place = at + first(marks);
        if (isAt(bytes, place, wanted)) {
          return place;
        }
      }
    }
    for (; at < to - gap; at++) {
      if (isAt(bytes, at, wanted)) {
        return at;
      }
    }
    return to;
  }

  private static boolean isAt(byte[] bytes, int at, byte[] wanted) {
    return Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length);
  }

  /// A word that has a byte eight times.
  static long repeated(byte value) {
    return (value & 0xff) * ONES;
  }

  /// Sets the highest bit of each byte that two words have alike, and no other bit. Exact: nothing
  /// is carried from byte to byte.
  static long equal(long word, long repeated) {
    long difference = word ^ repeated;
    return ~(((difference & LOW_BITS) + LOW_BITS) | difference | LOW_BITS);
  }

  /// The index of the first byte that is marked, in a word of little-endian order.
  private static int first(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }
}
