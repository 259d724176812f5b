package io.penstock.text.utf8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/// A check of bytes for well-formed UTF-8, and a count of their characters.
public final class Utf8 {
  /// So many words are looked at before the place of a fault is asked for.
  private static final int BLOCK = 512;

  private static final int MOST_BEFORE = 3;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int MOST_ADDITIONS = 248;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long PAIRS = 0x00ff_00ff_00ff_00ffL;
  private static final long PAIR_SUM = 0x0001_0001_0001_0001L;

  private Utf8() {}

  /// Whether a range of bytes is well-formed.
  ///
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static boolean isWellFormed(byte[] bytes, int from, int to) {
    return malformedAt(bytes, from, to) < 0;
  }

  /// The first byte of the first sequence that is no character: a byte that cannot begin one, or
  /// one that begins what is not finished.
  ///
  /// @return its index in the array; -1 if the range is well-formed
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static int malformedAt(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    int first = (from + MOST_BEFORE + Long.BYTES - 1) >>> 3;
    int words = to >>> 3;
    if (words <= first) {
      return found(bytes, from, to);
    }
    int head = walk(bytes, from, Math.min(first << 3, to), to);
    if (head < 0) {
      return ~head;
    }
    for (int i = first; i < words; i += BLOCK) {
      int end = Math.min(words, i + BLOCK);
      if (!Faults.isAscii(bytes, i, end) && Faults.areIn(bytes, i, end)) {
        return found(bytes, characterBefore(bytes, i), to);
      }
    }
    return found(bytes, characterBefore(bytes, words), to);
  }

  /// The begin of a character that lies three bytes before a word, all of which is in its place.
  private static int characterBefore(byte[] bytes, int word) {
    int at = (word << 3) - MOST_BEFORE;
    while (Sequences.continues(bytes[at])) {
      at--;
    }
    return at;
  }

  private static int found(byte[] bytes, int from, int to) {
    int end = walk(bytes, from, to, to);
    return end < 0 ? ~end : -1;
  }

  /// Goes from character to character up to a limit.
  ///
  /// @return where the next one begins; `~` of the place where none is
  private static int walk(byte[] bytes, int from, int limit, int to) {
    int at = from;
    while (at < limit) {
      int length = Sequences.length(bytes, at, to);
      if (length == 0) {
        return ~at;
      }
      at += length;
    }
    return at;
  }

  /// How many characters (code points) well-formed bytes are. Of others, how many bytes do not go
  /// on with a character.
  ///
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static long characters(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    return to - from - continuations(bytes, from, to);
  }

  /// How many chars (UTF-16) well-formed bytes are: two for a character of four bytes. Of others, a
  /// number without meaning.
  ///
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public static long chars(byte[] bytes, int from, int to) {
    long chars = characters(bytes, from, to);
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 && bytes[i] >= (byte) 0xf0) {
        chars++;
      }
    }
    return chars;
  }

  /// Counts bytes that go on with a character, `10xxxxxx`, in a loop that becomes vectors: sums in
  /// the eight bytes of a word, taken out before one of them overflows.
  private static long continuations(byte[] bytes, int from, int to) {
    int first = (from + Long.BYTES - 1) >>> 3;
    int words = to >>> 3;
    if (words <= first) {
      return singly(bytes, from, to);
    }
    long count = singly(bytes, from, first << 3) + singly(bytes, words << 3, to);
    for (int i = first; i < words; i += MOST_ADDITIONS) {
      count += inWords(bytes, i, Math.min(words, i + MOST_ADDITIONS));
    }
    return count;
  }

  private static long singly(byte[] bytes, int from, int to) {
    long count = 0;
    for (int i = from; i < to; i++) {
      if (Sequences.continues(bytes[i])) {
        count++;
      }
    }
    return count;
  }

  private static long inWords(byte[] bytes, int from, int to) {
    long sums = 0;
    for (int i = from; i < to; i++) {
      long word = (long) WORDS.get(bytes, i << 3);
      sums += (word >>> 7) & ~(word >>> 6) & ONES;
    }
    long pairs = (sums & PAIRS) + ((sums >>> 8) & PAIRS);
    return (pairs * PAIR_SUM) >>> 48;
  }
}
