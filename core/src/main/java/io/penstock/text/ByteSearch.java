package io.penstock.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds a byte.
final class ByteSearch {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ByteSearch() {}

  /// The first place; `to` if it is not there.
  static int find(byte[] bytes, int from, int to, byte wanted) {
    long pattern = Swar.repeated(wanted);
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long marks = Swar.equal((long) WORDS.get(bytes, at), pattern);
      if (marks != 0) {
        return at + Swar.first(marks);
      }
    }
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  /// The last place; `from - 1` if it is not there.
  static int findLast(byte[] bytes, int from, int to, byte wanted) {
    int at = to - 1;
    while (at >= from && bytes[at] != wanted) {
      at--;
    }
    return at;
  }
}
