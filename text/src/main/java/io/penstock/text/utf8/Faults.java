package io.penstock.text.utf8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A search for bytes that are not UTF-8, eight at a time, in the shape of a loop that the compiler
/// (C2 of JDK 25) turns into vectors: an `int` index that goes up by one, words at eight times the
/// index or a few bytes before, and few operations. That is why there are four loops, one for each
/// kind of fault: all in one are too much for it, and take eight times as long.
///
/// Whether a byte is in its place is told by itself and the three before. In each of the eight
/// bytes the highest bit tells; what is shifted or carried from one to the next is not looked at.
final class Faults {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long HIGHEST = 0x8080_8080_8080_8080L;
  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long FOURS = 4 * ONES;
  private static final long ALL_BUT_ONES = 0xfefe_fefe_fefe_fefeL;
  private static final long C0 = 0xc0c0_c0c0_c0c0_c0c0L;
  private static final long E0 = 0xe0e0_e0e0_e0e0_e0e0L;
  private static final long F0 = 0xf0f0_f0f0_f0f0_f0f0L;

  /// Carries into the highest bit what has `75` or more in the others.
  private static final long TO_F5 = (0x80 - 0x75) * ONES;

  private Faults() {}

  /// Whether all bytes of some words are ASCII, with the three bytes before.
  static boolean isAscii(byte[] bytes, int from, int to) {
    long all = (long) WORDS.get(bytes, (from << 3) - 3);
    for (int i = from; i < to; i++) {
      all |= (long) WORDS.get(bytes, i << 3);
    }
    return (all & HIGHEST) == 0;
  }

  /// Whether a byte of some words is not in its place behind the ones before.
  ///
  /// @param from in words; three bytes precede them
  static boolean areIn(byte[] bytes, int from, int to) {
    return areMisplaced(bytes, from, to)
        || areNever(bytes, from, to)
        || areTooLongOrSurrogates(bytes, from, to)
        || areTooLongOrTooLarge(bytes, from, to);
  }

  // 10xxxxxx is where 11xxxxxx is one before, 111xxxxx two before or 1111xxxx three before, and
  // nowhere else.
  private static boolean areMisplaced(byte[] bytes, int from, int to) {
    long faults = 0;
    for (int i = from; i < to; i++) {
      long here = (long) WORDS.get(bytes, i << 3);
      long first = (long) WORDS.get(bytes, (i << 3) - 1);
      long second = (long) WORDS.get(bytes, (i << 3) - 2);
      long third = (long) WORDS.get(bytes, (i << 3) - 3);
      long wanted =
          (first & (first << 1))
              | (second & (second << 1) & (second << 2))
              | (third & (third << 1) & (third << 2) & (third << 3));
      faults |= (here & ~(here << 1)) ^ wanted;
    }
    return (faults & HIGHEST) != 0;
  }

  // C0, C1, and F5 to FF.
  private static boolean areNever(byte[] bytes, int from, int to) {
    long faults = 0;
    for (int i = from; i < to; i++) {
      long here = (long) WORDS.get(bytes, i << 3);
      long large = here & ((here & LOW) + TO_F5);
      faults |= large | ~nonZeros((here ^ C0) & ALL_BUT_ONES);
    }
    return (faults & HIGHEST) != 0;
  }

  // E0 before 100xxxxx, ED before 101xxxxx: the lead that is forbidden here differs by 1101.
  private static boolean areTooLongOrSurrogates(byte[] bytes, int from, int to) {
    long right = -1;
    for (int i = from; i < to; i++) {
      long upper = ((long) WORDS.get(bytes, i << 3) >>> 5) & ONES;
      long forbidden = E0 ^ (upper | (upper << 2) | (upper << 3));
      right &= nonZeros((long) WORDS.get(bytes, (i << 3) - 1) ^ forbidden);
    }
    return (~right & HIGHEST) != 0;
  }

  // F0 before 1000xxxx, F4 before anything larger: the lead that is forbidden here differs by 100.
  private static boolean areTooLongOrTooLarge(byte[] bytes, int from, int to) {
    long right = -1;
    for (int i = from; i < to; i++) {
      long here = (long) WORDS.get(bytes, i << 3);
      long forbidden = F0 ^ (((here >>> 3) | (here >>> 2)) & FOURS);
      right &= nonZeros((long) WORDS.get(bytes, (i << 3) - 1) ^ forbidden);
    }
    return (~right & HIGHEST) != 0;
  }

  /// Sets the highest bit of each byte that is not zero.
  private static long nonZeros(long word) {
    return ((word & LOW) + LOW) | word;
  }
}
