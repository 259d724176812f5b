package io.penstock.codecs.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// Opens the end of deflated data (RFC 1951), so that more can follow: the last block is no longer
/// marked as such, and an empty stored block ends at a whole byte, as zlib's flush leaves it.
///
/// Where the last block begins is known only after a walk through all of them. It takes the length
/// of each code and skips what it stands for, without inflating anything.
///
/// Trusts the data: it must be complete, as a compressor left it. For one thread.
final class OpenEnd {
  /// The most bytes that [#open] appends.
  static final int MORE_BYTES = 5;

  /// Bytes that an array must have behind its data, which is read by 64 bits.
  static final int SLACK_BYTES = Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NONE = {};

  private static final int STORED = 0;
  private static final int FIXED = 1;
  private static final int DYNAMIC = 2;

  private static final int LITERALS = 288;
  private static final int DISTANCES = 32;
  private static final int BLOCK_END = 256;

  /// Whose lengths come in which order (section 3.2.7).
  private static final byte[] LENGTHS = {
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
  };

  /// Flags above the number of bits that a literal or a length takes.
  private static final int ENDS = 1 << 7;

  private static final int HAS_DISTANCE = 1 << 6;
  private static final int COUNT = HAS_DISTANCE - 1;

  private final PrefixCode lengths = new PrefixCode(LENGTHS.length, 7, symbol -> symbol << 3);
  private final PrefixCode literals = new PrefixCode(LITERALS, 15, OpenEnd::literal);
  private final PrefixCode distances = new PrefixCode(DISTANCES, 15, OpenEnd::distance);

  /// The data, and the number of bits before the next one, from the lowest of each byte on.
  private byte[] bytes = NONE;

  private long at;

  private static int literal(int symbol) {
    if (symbol < BLOCK_END) {
      return 0;
    }
    return symbol == BLOCK_END ? ENDS : HAS_DISTANCE | moreOfLength(symbol);
  }

  private static int moreOfLength(int symbol) {
    return symbol < 265 || symbol >= 285 ? 0 : (symbol - 261) >> 2;
  }

  private static int distance(int symbol) {
    return symbol < 4 ? 0 : (symbol >> 1) - 1;
  }

  /// Opens the end of the data from `from` to `end`.
  ///
  /// @param data with [#MORE_BYTES] and [#SLACK_BYTES] behind `end`
  /// @return where it ends then: at most [#MORE_BYTES] later
  /// @throws IllegalStateException if this is no deflated data
  int open(byte[] data, int from, int end) {
    bytes = data;
    at = 8L * from;
    long last;
    boolean more;
    do {
      last = at;
      more = take(1) == 0;
      pass(take(2));
    } while (more);
    long after = at;
    if (align() != end) {
      throw noData();
    }
    bytes = NONE;
    data[(int) (last >>> 3)] &= (byte) ~(1 << (last & 7));
    return flush(data, after);
  }

  private static IllegalStateException noData() {
    return new IllegalStateException("the compressor left no deflated data");
  }

  private void pass(int kind) {
    switch (kind) {
      case STORED -> stored();
      case FIXED -> {
        fixedCodes();
        compressed();
      }
      case DYNAMIC -> {
        codes();
        compressed();
      }
      default -> throw noData();
    }
  }

  private void stored() {
    int _ = align();
    int length = take(16);
    at += 16 + 8L * length;
  }

  /// Section 3.2.6.
  private void fixedCodes() {
    byte[] of = new byte[LITERALS];
    Arrays.fill(of, 0, 144, (byte) 8);
    Arrays.fill(of, 144, 256, (byte) 9);
    Arrays.fill(of, 256, 280, (byte) 7);
    Arrays.fill(of, 280, LITERALS, (byte) 8);
    literals.set(of, 0, LITERALS);
    Arrays.fill(of, 0, DISTANCES, (byte) 5);
    distances.set(of, 0, DISTANCES);
  }

  /// Section 3.2.7.
  private void codes() {
    int literalCodes = take(5) + 257;
    int distanceCodes = take(5) + 1;
    int lengthCodes = take(4) + 4;
    byte[] ofLengths = new byte[LENGTHS.length];
    for (int i = 0; i < lengthCodes; i++) {
      ofLengths[LENGTHS[i]] = (byte) take(3);
    }
    lengths.set(ofLengths, 0, ofLengths.length);
    byte[] of = lengthsOfCodes(literalCodes + distanceCodes);
    literals.set(of, 0, literalCodes);
    distances.set(of, literalCodes, distanceCodes);
  }

  private byte[] lengthsOfCodes(int count) {
    byte[] of = new byte[count];
    for (int i = 0; i < count; ) {
      int entry = lengths.entry(peek());
      at += entry & 7;
      int symbol = entry >> 3;
      int times =
          switch (symbol) {
            case 16 -> 3 + take(2);
            case 17 -> 3 + take(3);
            case 18 -> 11 + take(7);
            default -> 1;
          };
      int length = symbol < 16 ? symbol : symbol == 16 ? of[i - 1] : 0;
      Arrays.fill(of, i, i + times, (byte) length);
      i += times;
    }
    return of;
  }

  private void compressed() {
    int entry;
    do {
      long next = peek(); // enough for the longest length and distance: 48 bits
      entry = literals.entry(next);
      if (entry == 0) {
        throw noData();
      }
      int count = entry & COUNT;
      if ((entry & HAS_DISTANCE) != 0) {
        count += distances.entry(next >>> count);
      }
      at += count;
    } while ((entry & ENDS) == 0);
  }

  /// The next 57 bits or more.
  private long peek() {
    return (long) LONG.get(bytes, (int) (at >>> 3)) >>> (at & 7);
  }

  private int take(int count) {
    int value = (int) peek() & ((1 << count) - 1);
    at += count;
    return value;
  }

  /// Goes on at the next whole byte.
  private int align() {
    at = (at + 7) & -8L;
    return (int) (at >>> 3);
  }

  /// Writes an empty stored block.
  private static int flush(byte[] data, long at) {
    int partial = (int) (at & 7);
    int end = (int) (at >>> 3);
    data[end] &= (byte) ((1 << partial) - 1);
    data[++end] = 0; // the block's three bits may reach into the next byte
    if (partial > 5) {
      end++;
    }
    data[end] = 0;
    data[end + 1] = 0;
    data[end + 2] = (byte) 0xff;
    data[end + 3] = (byte) 0xff;
    return end + 4;
  }

  /// A prefix code (RFC 1951, section 3.2.2): from the bits that come next to how many the code
  /// takes, and to what is known of its symbol. For one thread.
  private static final class PrefixCode {
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
}
