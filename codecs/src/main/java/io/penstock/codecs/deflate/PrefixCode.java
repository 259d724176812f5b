package io.penstock.codecs.deflate;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// A prefix code (RFC 1951, section 3.2.2): from the bits that come next to how many the code
/// takes, and to what is known of its symbol. For one thread.
final class PrefixCode {
  private final int[] known;
  private final short[] entries;
  private int mask;

  /// @param longest code in bits
  /// @param known of each symbol: what is added to its code's length, above the bits that length
  ///   takes
  PrefixCode(int symbols, int longest, IntUnaryOperator known) {
    this.known = new int[symbols];
    Arrays.setAll(this.known, known);
    this.entries = new short[1 << longest];
  }

  /// Takes other lengths: of symbol 0 at `from`, and so on; 0 where a symbol has no code.
  void set(byte[] lengths, int from, int symbols) {
    int longest = 0;
    for (int i = 0; i < symbols; i++) {
      longest = Math.max(longest, lengths[from + i]);
    }
    mask = (1 << longest) - 1;
    Arrays.fill(entries, 0, mask + 1, (short) 0);
    int code = 0;
    for (int length = 1; length <= longest; length++, code <<= 1) {
      for (int i = 0; i < symbols; i++) {
        if (lengths[from + i] == length) {
          enter(code++, length, (short) (known[i] + length));
        }
      }
    }
  }

  /// Wherever the code's bits, which come from its highest one on, are followed by any others.
  private void enter(int code, int length, short entry) {
    int reversed = Integer.reverse(code) >>> (Integer.SIZE - length);
    for (int i = reversed; i <= mask; i += 1 << length) {
      entries[i] = entry;
    }
  }

  /// What the next bits stand for; 0 where that is nothing.
  int entry(long bits) {
    return entries[(int) bits & mask];
  }
}
