package io.penstock.text.utf8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Counts bytes that go on with a character, `10xxxxxx`, in a loop that becomes vectors: sums in
/// the eight bytes of a word, taken out before one of them overflows.
final class Continuations {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int MOST_ADDITIONS = 248;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long PAIRS = 0x00ff_00ff_00ff_00ffL;
  private static final long PAIR_SUM = 0x0001_0001_0001_0001L;

  private Continuations() {}

  static long count(byte[] bytes, int from, int to) {
    int first = (from + Long.BYTES - 1) >>> 3;
    int words = to >>> 3;
    if (words <= first) {
      return one(bytes, from, to);
    }
    long count = one(bytes, from, first << 3) + one(bytes, words << 3, to);
    for (int i = first; i < words; i += MOST_ADDITIONS) {
      count += words(bytes, i, Math.min(words, i + MOST_ADDITIONS));
    }
    return count;
  }

  private static long one(byte[] bytes, int from, int to) {
    long count = 0;
    for (int i = from; i < to; i++) {
      if (Sequences.continues(bytes[i])) {
        count++;
      }
    }
    return count;
  }

  private static long words(byte[] bytes, int from, int to) {
    long sums = 0;
    for (int i = from; i < to; i++) {
      long word = (long) WORDS.get(bytes, i << 3);
      sums += (word >>> 7) & ~(word >>> 6) & ONES;
    }
    long pairs = (sums & PAIRS) + ((sums >>> 8) & PAIRS);
    return (pairs * PAIR_SUM) >>> 48;
  }
}
