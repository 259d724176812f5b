package io.penstock.evaluate.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Newlines in memory, by the shape of loop that the JIT of today's JDK makes vectors of: eight
/// bytes at a time, each byte of a word counting for itself.
final class VectorLoop {
  private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long PAIRS = 0x00ff00ff00ff00ffL;
  private static final long PAIR_SUM = 0x0001000100010001L;

  /// So often a byte can count without overflow.
  private static final int MOST = 248;

  private VectorLoop() {}

  static long newlines(MemorySegment bytes, int length) {
    int words = length >>> 3;
    long count = 0;
    for (int i = 0; i < words; i += MOST) {
      count += words(bytes, i, Math.min(words, i + MOST));
    }
    for (int i = words << 3; i < length; i++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, i) == '\n') {
        count++;
      }
    }
    return count;
  }

  private static long words(MemorySegment bytes, int from, int to) {
    long sums = 0;
    for (int i = from; i < to; i++) {
      long other = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i) ^ NEWLINES;
      sums += ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS) >>> 7;
    }
    long pairs = (sums & PAIRS) + ((sums >>> 8) & PAIRS);
    return (pairs * PAIR_SUM) >>> 48;
  }
}
