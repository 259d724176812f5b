package io.penstock.text.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Decimal digits, eight at a time in a `long` (SIMD within a register).
final class Digits {
  /// So many are read together.
  static final int TOGETHER = 8;

  /// What eight more digits multiply a number by.
  static final long TEN_TO_THE_8 = 100_000_000;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long HIGH_HALVES = 0xf0f0_f0f0_f0f0_f0f0L;
  private static final long SIXES = 0x0606_0606_0606_0606L;
  private static final long THREES = 0x3333_3333_3333_3333L;
  private static final long ZEROS = 0x3030_3030_3030_3030L;
  private static final long EVERY_FOURTH = 0x0000_00ff_0000_00ffL;
  private static final long HUNDRED_AND_MILLION = 100 + (1_000_000L << 32);
  private static final long ONE_AND_TEN_THOUSAND = 1 + (10_000L << 32);

  private static final long LAST_DIGIT = 1L << 56;

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

  // ---- writing ---------------------------------------------------------------------------------

  /// Writes eight digits, with zeros in front.
  ///
  /// @param value less than 10^8
  static void put(long value, byte[] target, int at) {
    WORDS.set(target, at, Fours.text((int) value));
  }

  /// Writes what is left of eight digits without the zeros in front, but one digit at least. Eight
  /// bytes are changed.
  ///
  /// @param value less than 10^8
  /// @return the place behind the last digit
  static int putFirst(long value, byte[] target, int at) {
    long text = Fours.text((int) value);
    int zeros = Long.numberOfTrailingZeros((text ^ ZEROS) | LAST_DIGIT) & -Byte.SIZE;
    WORDS.set(target, at, text >>> zeros);
    return at + TOGETHER - zeros / Byte.SIZE;
  }

  /// Writes the last of eight digits.
  ///
  /// @param count 1 to 8
  static void putLast(long value, int count, byte[] target, int at) {
    long text = Fours.text((int) value) >>> (Byte.SIZE * (TOGETHER - count));
    if (count == TOGETHER) {
      WORDS.set(target, at, text);
      return;
    }
    int next = at;
    if ((count & 4) != 0) {
      INTS.set(target, next, (int) text);
      text >>>= Integer.SIZE;
      next += Integer.BYTES;
    }
    if ((count & 2) != 0) {
      SHORTS.set(target, next, (short) text);
      text >>>= Short.SIZE;
      next += Short.BYTES;
    }
    if ((count & 1) != 0) {
      target[next] = (byte) text;
    }
  }

  /// Only who writes needs the table.
  private static final class Fours {
    private static final int COUNT = 10_000;

    /// A little more than `2^40 / 10^4`: exact as far as eight digits go, and without the care for
    /// signs that a division takes.
    private static final long RECIPROCAL = 109_951_163;

    private static final int RECIPROCAL_BITS = 40;

    /// 0000 to 9999, the first digit lowest.
    private static final int[] TEXTS = new int[COUNT];

    static {
      for (int i = 0; i < COUNT; i++) {
        TEXTS[i] =
            ((i / 1000) | ((i / 100 % 10) << 8) | ((i / 10 % 10) << 16) | ((i % 10) << 24))
                + (int) ZEROS;
      }
    }

    static long text(int eight) {
      int high = (int) ((eight * RECIPROCAL) >>> RECIPROCAL_BITS);
      return TEXTS[high] | ((long) TEXTS[eight - high * COUNT] << Integer.SIZE);
    }
  }
}
