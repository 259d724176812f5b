package io.penstock.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// A search for bytes and counters of them, eight at a time in a `long` (SIMD within a register).
///
/// The counters have the one shape of a loop that the compiler (C2 of JDK 25) turns into vectors:
/// an `int` index that goes up by one, a word at eight times the index from where the text begins,
/// and sums in the eight bytes of a `long`, which are taken out before one of them can overflow.
/// Each count is a loop of its own: a loop that asks what it should count is not made a vector.
final class ByteScan {
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /// So often a byte can be incremented by one.
  private static final int MOST_ADDITIONS = 248;

  private static final long STRIP = 8L * MOST_ADDITIONS;

  /// So many bytes are counted about a tenth slower by [#newlinesEarly] than by vectors in the time
  /// that the compiler takes to make those.
  static final long EARLY = 4L << 30;

  /// By [#newlinesEarly] in this process.
  static final AtomicLong countedEarly = new AtomicLong();

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long NEWLINES = repeated((byte) '\n');
  private static final long PAIRS = 0x00ff_00ff_00ff_00ffL;
  private static final long PAIR_SUM = 0x0001_0001_0001_0001L;
  private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long SPACES = repeated((byte) ' ');
  private static final long FROM_TAB = repeated((byte) (0x80 - '\t'));
  private static final long BEYOND_RETURN = repeated((byte) (0x80 - '\r' - 1));

  private ByteScan() {}

  // ---- places ----------------------------------------------------------------------------------

  /// The first place of a byte; `to` if it is not there.
  static int find(byte[] bytes, int from, int to, byte wanted) {
    long pattern = repeated(wanted);
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long marks = equal((long) LITTLE.get(bytes, at), pattern);
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
          equal((long) LITTLE.get(bytes, at), first)
              & equal((long) LITTLE.get(bytes, at + gap), last);
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

  // ---- counts ----------------------------------------------------------------------------------

  /// How many bytes are newlines.
  static long newlines(byte[] bytes, int from, int to) {
    long count = 0;
    int words = (to - from) >>> 3;
    for (int i = 0; i < words; i += MOST_ADDITIONS) {
      count += newlines(bytes, from, i, Math.min(words, i + MOST_ADDITIONS));
    }
    for (int at = from + (words << 3); at < to; at++) {
      if (bytes[at] == '\n') {
        count++;
      }
    }
    return count;
  }

  private static long newlines(byte[] bytes, int base, int fromWord, int toWord) {
    long sums = 0;
    for (int i = fromWord; i < toWord; i++) {
      sums += equal((long) WORDS.get(bytes, (i << 3) + base), NEWLINES) >>> 7;
    }
    return sum(sums);
  }

  /// Whether newlines are best counted by [#newlinesEarly]: this process has counted few so far.
  static boolean isEarly() {
    return countedEarly.get() < EARLY;
  }

  /// How many of `length` bytes are newlines, by code that needs no compiler to be good: words of
  /// an array, which the first compiler reads with an instruction, where it makes calls of views of
  /// bytes and of memory, and no call in the inner loop, with which the interpreter begins.
  ///
  /// @param words in native order, with zeros behind the last byte
  static long newlinesEarly(long[] words, int length) {
    int count = Math.ceilDiv(length, Long.BYTES);
    long others = 0;
    for (int from = 0; from < count; from += MOST_ADDITIONS) {
      int to = Math.min(count, from + MOST_ADDITIONS);
      long sums = 0;
      for (int i = from; i < to; i++) {
        long word = words[i] ^ NEWLINES;
        sums += ((((word & LOW_BITS) + LOW_BITS) | word) >>> 7) & ONES;
      }
      others += sum(sums);
    }
    countedEarly.getAndAdd(length);
    return (long) count * Long.BYTES - others;
  }

  /// A byte of words in native order.
  static byte byteAt(long[] words, int index) {
    int into = (index % Long.BYTES) * Byte.SIZE;
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return (byte) (words[index / Long.BYTES] >>> (little ? into : Long.SIZE - Byte.SIZE - into));
  }

  /// How many bytes of memory off the heap are newlines.
  ///
  /// Each strip is a slice of its own, so that its loop begins at 0 and ends at a constant.
  static long newlines(MemorySegment bytes) {
    long strips = bytes.byteSize() / STRIP;
    long others = 0;
    for (long i = 0; i < strips; i++) {
      others += others(bytes.asSlice(i * STRIP, STRIP));
    }
    long count = strips * STRIP - others;
    for (long at = strips * STRIP; at < bytes.byteSize(); at++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, at) == '\n') {
        count++;
      }
    }
    return count;
  }

  /// How many bytes of a strip are no newlines, which takes an operation less than the newlines.
  private static long others(MemorySegment strip) {
    long sums = 0;
    for (int i = 0; i < MOST_ADDITIONS; i++) {
      long word = strip.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i << 3) ^ NEWLINES;
      sums += ((((word & LOW_BITS) + LOW_BITS) | word) >>> 7) & ONES;
    }
    return sum(sums);
  }

  /// How many bytes go on with a character of UTF-8 that another byte has begun: `10xxxxxx`.
  static long continuations(byte[] bytes, int from, int to) {
    long count = 0;
    int words = (to - from) >>> 3;
    for (int i = 0; i < words; i += MOST_ADDITIONS) {
      count += continuations(bytes, from, i, Math.min(words, i + MOST_ADDITIONS));
    }
    for (int at = from + (words << 3); at < to; at++) {
      if ((bytes[at] & 0xc0) == 0x80) {
        count++;
      }
    }
    return count;
  }

  private static long continuations(byte[] bytes, int base, int fromWord, int toWord) {
    long sums = 0;
    for (int i = fromWord; i < toWord; i++) {
      long word = (long) WORDS.get(bytes, (i << 3) + base);
      sums += (word >>> 7) & ~(word >>> 6) & ONES;
    }
    return sum(sums);
  }

  /// How many words begin: bytes that are no white space, at the begin or behind one that is. White
  /// space is that of ASCII: space, and `\t` to `\r`.
  static long wordStarts(byte[] bytes, int from, int to) {
    if (from == to) {
      return 0;
    }
    long count = isSpace(bytes[from]) ? 0 : 1;
    int base = from + 1;
    int words = (to - base) >>> 3;
    for (int i = 0; i < words; i += MOST_ADDITIONS) {
      count += wordStarts(bytes, base, i, Math.min(words, i + MOST_ADDITIONS));
    }
    for (int at = base + (words << 3); at < to; at++) {
      if (isSpace(bytes[at - 1]) && !isSpace(bytes[at])) {
        count++;
      }
    }
    return count;
  }

  private static long wordStarts(byte[] bytes, int base, int fromWord, int toWord) {
    long sums = 0;
    for (int i = fromWord; i < toWord; i++) {
      long before = spaces((long) WORDS.get(bytes, (i << 3) + base - 1));
      long here = spaces((long) WORDS.get(bytes, (i << 3) + base));
      sums += (before & ~here) >>> 7;
    }
    return sum(sums);
  }

  private static long spaces(long word) {
    long low = word & LOW_BITS;
    long controls = (low + FROM_TAB) & ~(low + BEYOND_RETURN) & ~word;
    return (controls | equal(word, SPACES)) & ~LOW_BITS;
  }

  /// Of ASCII.
  static boolean isSpace(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }

  private static long sum(long sums) {
    long pairs = (sums & PAIRS) + ((sums >>> 8) & PAIRS);
    return (pairs * PAIR_SUM) >>> 48;
  }
}
