package io.penstock.text.token;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A set of bytes that lie in some ranges of ASCII, or beyond ASCII, which tests eight at a time in
/// a `long` (SIMD within a register): a table has to be asked for each byte. Immutable.
final class ByteRanges {
  /// So many bytes are looked at together.
  static final int TOGETHER = Long.SIZE;

  /// With more ranges a table takes less time.
  private static final int MOST = 4;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int ASCII = 128;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;

  /// Brings the lowest bits of eight bytes together in the highest byte.
  private static final long GATHER = 0x0102_0408_1020_4080L;

  /// Members by byte, not to be changed.
  private final boolean[] table;

  /// What takes the first byte of a range, and all above it, to 0x80 or more.
  private final long[] firsts;

  /// What takes all above the last byte of a range to 0x80 or more.
  private final long[] aboves;

  /// The high bits of bytes that are not ASCII, if these are members.
  private final long others;

  private final boolean areFew;
  private final long first0;
  private final long above0;
  private final long first1;
  private final long above1;
  private final long first2;
  private final long above2;
  private final long first3;
  private final long above3;

  private ByteRanges(boolean[] table, long[] firsts, long[] aboves, long others, boolean areFew) {
    this.table = table;
    this.firsts = firsts;
    this.aboves = aboves;
    this.others = others;
    this.areFew = areFew;
    first0 = at(firsts, 0);
    above0 = at(aboves, 0);
    first1 = at(firsts, 1);
    above1 = at(aboves, 1);
    first2 = at(firsts, 2);
    above2 = at(aboves, 2);
    first3 = at(firsts, 3);
    above3 = at(aboves, 3);
  }

  /// With zeros there is no byte in a range.
  private static long at(long[] bounds, int index) {
    return index < bounds.length ? bounds[index] : 0;
  }

  /// Bytes of some kinds, and not of others.
  static ByteRanges of(byte[] kinds, int with, int without) {
    boolean[] members = new boolean[kinds.length];
    for (int b = 0; b < members.length; b++) {
      members[b] = (kinds[b] & with) != 0 && (kinds[b] & without) == 0;
    }
    return of(members);
  }

  /// @param members by byte, not to be changed from now on
  static ByteRanges of(boolean[] members) {
    long[] firsts = new long[ASCII];
    long[] aboves = new long[ASCII];
    int count = 0;
    for (int b = 0; b < ASCII; b++) {
      if (members[b] && (b == 0 || !members[b - 1])) {
        firsts[count] = ONES * (ASCII - b);
      }
      if (members[b] && (b == ASCII - 1 || !members[b + 1])) {
        aboves[count] = ONES * (ASCII - 1 - b);
        count++;
      }
    }
    long others = members[ASCII] ? HIGHS : 0;
    return new ByteRanges(
        members,
        Arrays.copyOf(firsts, count),
        Arrays.copyOf(aboves, count),
        others,
        count <= MOST && othersAreAlike(members));
  }

  private static boolean othersAreAlike(boolean[] members) {
    for (int b = ASCII; b < members.length; b++) {
      if (members[b] != members[ASCII]) {
        return false;
      }
    }
    return true;
  }

  /// Whether the ranges are all that there is, and so few that no table would take less time: else
  /// [#members] must not be asked.
  boolean areFew() {
    return areFew;
  }

  /// A bit for each of 64 bytes, from the lowest on.
  long members(byte[] bytes, int from) {
    long found = others == 0 ? 0 : gather(bytes, from, 0, 0, others);
    for (int i = 0; i < firsts.length; i++) {
      found |= gather(bytes, from, firsts[i], aboves[i], 0);
    }
    return found;
  }

  /// Passes a run of members.
  ///
  /// @return where the first byte is that is no member; the limit if all are
  int pass(byte[] bytes, int from, int limit) {
    int at = areFew ? passWords(bytes, from, limit) : from;
    while (at < limit && table[bytes[at] & 0xff]) {
      at++;
    }
    return at;
  }

  private int passWords(byte[] bytes, int from, int limit) {
    int at = from;
    while (limit - at >= Long.BYTES) {
      long end = ~members((long) WORDS.get(bytes, at)) & HIGHS;
      if (end != 0) {
        return at + Long.numberOfTrailingZeros(end) / Byte.SIZE;
      }
      at += Long.BYTES;
    }
    return at;
  }

  /// The high bits of those of eight bytes that are members. There is a range in each place: a loop
  /// of so few turns would take longer.
  private long members(long word) {
    return (word & others)
        | members(word, first0, above0)
        | members(word, first1, above1)
        | members(word, first2, above2)
        | members(word, first3, above3);
  }

  private static long members(long word, long first, long above) {
    long low = word & ~HIGHS;
    return (low + first) & ~(low + above) & ~word & HIGHS;
  }

  private static long gather(byte[] bytes, int from, long first, long above, long others) {
    return gathered((long) WORDS.get(bytes, from), first, above, others)
        | (gathered((long) WORDS.get(bytes, from + 8), first, above, others) << 8)
        | (gathered((long) WORDS.get(bytes, from + 16), first, above, others) << 16)
        | (gathered((long) WORDS.get(bytes, from + 24), first, above, others) << 24)
        | (gathered((long) WORDS.get(bytes, from + 32), first, above, others) << 32)
        | (gathered((long) WORDS.get(bytes, from + 40), first, above, others) << 40)
        | (gathered((long) WORDS.get(bytes, from + 48), first, above, others) << 48)
        | (gathered((long) WORDS.get(bytes, from + 56), first, above, others) << 56);
  }

  private static long gathered(long word, long first, long above, long others) {
    long found = (members(word, first, above) | (word & others)) >>> 7;
    return (found * GATHER) >>> 56;
  }
}
