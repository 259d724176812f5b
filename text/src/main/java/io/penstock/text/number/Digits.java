package io.penstock.text.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A parser of decimal digits, eight at a time in a `long` (SIMD within a register), and what is
/// told where there are none.
final class Digits {
  /// So many are read together.
  static final int TOGETHER = 8;

  /// What eight more digits multiply a number by.
  static final long TEN_TO_THE_8 = 100_000_000;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long HIGH_HALVES = 0xf0f0_f0f0_f0f0_f0f0L;
  private static final long SIXES = 0x0606_0606_0606_0606L;
  private static final long THREES = 0x3333_3333_3333_3333L;
  static final long ZEROS = 0x3030_3030_3030_3030L;
  private static final long EVERY_FOURTH = 0x0000_00ff_0000_00ffL;
  private static final long HUNDRED_AND_MILLION = 100 + (1_000_000L << 32);
  private static final long ONE_AND_TEN_THOUSAND = 1 + (10_000L << 32);

  /// Of a text that is no number, so much is shown.
  private static final int LONGEST_SHOWN = 60;

  private Digits() {}

  /// Eight bytes; their first one is the word's lowest.
  static long word(byte[] bytes, int at) {
    return (long) WORDS.get(bytes, at);
  }

  /// Whether eight bytes are digits: the high half of each is 3, and stays it when 6 is added.
  static boolean areDigits(long word) {
    return ((word & HIGH_HALVES) | (((word + SIXES) & HIGH_HALVES) >>> 4)) == THREES;
  }

  /// The number that eight digits say: pairs, then pairs of pairs, then the two of these.
  static long value(long word) {
    long digits = word - ZEROS;
    long pairs = digits * 10 + (digits >>> 8);
    return ((pairs & EVERY_FOURTH) * HUNDRED_AND_MILLION
            + ((pairs >>> 16) & EVERY_FOURTH) * ONE_AND_TEN_THOUSAND)
        >>> 32;
  }

  /// What is told of a text that is no number.
  static NumberFormatException malformed(String wanted, byte[] bytes, int from, int to) {
    return new NumberFormatException("not " + wanted + ": " + shown(bytes, from, to));
  }

  static NumberFormatException beyond(String type, byte[] bytes, int from, int to) {
    return new NumberFormatException("beyond " + type + ": " + shown(bytes, from, to));
  }

  private static String shown(byte[] bytes, int from, int to) {
    if (from == to) {
      return "empty";
    }
    int end = Math.min(to, from + LONGEST_SHOWN);
    String text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    StringBuilder shown = new StringBuilder("'");
    text.codePoints().forEach(c -> append(shown, c));
    return shown.append(end < to ? "...'" : "'").toString();
  }

  private static void append(StringBuilder shown, int c) {
    if (Character.isISOControl(c)) {
      shown.append(String.format(Locale.ROOT, "\\u%04x", c));
    } else {
      shown.appendCodePoint(c);
    }
  }
}
