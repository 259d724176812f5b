package io.penstock.text.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A formatter of whole numbers in decimal digits, as [Long#toString(long)] does.
public final class LongFormatter {
  /// The most bytes that a number takes.
  public static final int LONGEST = 20;

  /// The most bytes that [#formatWide] changes.
  public static final int WIDEST = 25;

  private static final byte[] LEAST =
      Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LAST_DIGIT = 1L << 56;

  /// A little more than `2^40 / 10^4`: exact as far as eight digits go, and without the care for
  /// signs that a division takes.
  private static final long RECIPROCAL = 109_951_163;

  private static final int RECIPROCAL_BITS = 40;

  /// The digits of 0000 to 9999, the first digit lowest.
  private static final int[] FOURS = new int[10_000];

  static {
    for (int i = 0; i < FOURS.length; i++) {
      FOURS[i] =
          ((i / 1000) | ((i / 100 % 10) << 8) | ((i / 10 % 10) << 16) | ((i % 10) << 24))
              + (int) Digits.ZEROS;
    }
  }

  private LongFormatter() {}

  /// Writes a number into an array.
  ///
  /// @param at where its first byte goes
  /// @return the place behind its last byte
  /// @throws IndexOutOfBoundsException if it has no room there; the array may then hold a part
  public static int format(long value, byte[] target, int at) {
    if (value >= 0) {
      return digits(value, target, at);
    }
    if (value == Long.MIN_VALUE) {
      System.arraycopy(LEAST, 0, target, at, LEAST.length);
      return at + LEAST.length;
    }
    target[at] = '-';
    return digits(-value, target, at + 1);
  }

  /// Writes a number into an array that has room to spare, in half the time: up to [#WIDEST] bytes
  /// from its begin on may be changed, of which those behind it mean nothing.
  ///
  /// @param at where its first byte goes
  /// @return the place behind its last byte
  /// @throws IndexOutOfBoundsException if there is no room to spare; the array may then hold a part
  public static int formatWide(long value, byte[] target, int at) {
    if (value >= 0) {
      return wide(value, target, at);
    }
    if (value == Long.MIN_VALUE) {
      return format(value, target, at);
    }
    target[at] = '-';
    return wide(-value, target, at + 1);
  }

  /// Eight digits at a time, all of them: only those of the first eight that lead as zeros are left
  /// out, so that their number need not be known before.
  private static int wide(long value, byte[] target, int at) {
    if (value < Digits.TEN_TO_THE_8) {
      return putFirst(value, target, at);
    }
    long high = value / Digits.TEN_TO_THE_8;
    long low = value - high * Digits.TEN_TO_THE_8;
    int next = wide16(high, target, at);
    put(low, target, next);
    return next + Digits.TOGETHER;
  }

  private static int wide16(long value, byte[] target, int at) {
    if (value < Digits.TEN_TO_THE_8) {
      return putFirst(value, target, at);
    }
    long high = value / Digits.TEN_TO_THE_8;
    int next = putFirst(high, target, at);
    put(value - high * Digits.TEN_TO_THE_8, target, next);
    return next + Digits.TOGETHER;
  }

  /// Writes what is not negative.
  private static int digits(long value, byte[] target, int at) {
    int count = count(value);
    fill(value, target, at, count);
    return at + count;
  }

  /// How many digits a number has that is not negative.
  static int count(long value) {
    // 1233 / 4096 is a little more than the logarithm of 2 to the base of 10.
    int least = ((Long.SIZE - Long.numberOfLeadingZeros(value | 1)) * 1233) >> 12;
    return value >= DecimalParser.ten(least) ? least + 1 : Math.max(least, 1);
  }

  /// Writes a number that is not negative, with zeros in front.
  ///
  /// @param count how many digits, up to 24: as many as it has at least
  static void fill(long value, byte[] target, int at, int count) {
    long high = value;
    int left = count;
    if (left > Digits.TOGETHER) {
      high = lastEight(high, target, at + left);
      left -= Digits.TOGETHER;
      if (left > Digits.TOGETHER) {
        high = lastEight(high, target, at + left);
        left -= Digits.TOGETHER;
      }
    }
    putLast(high, left, target, at);
  }

  /// Writes the last eight digits.
  ///
  /// @return those before
  private static long lastEight(long value, byte[] target, int end) {
    long high = value / Digits.TEN_TO_THE_8;
    put(value - high * Digits.TEN_TO_THE_8, target, end - Digits.TOGETHER);
    return high;
  }

  // ---- eight digits ---------------------------------------------------------------------------

  /// Writes eight digits, with zeros in front.
  ///
  /// @param value less than 10^8
  private static void put(long value, byte[] target, int at) {
    LONGS.set(target, at, eightDigits((int) value));
  }

  /// Writes what is left of eight digits without the zeros in front, but one digit at least. Eight
  /// bytes are changed.
  ///
  /// @param value less than 10^8
  /// @return the place behind the last digit
  private static int putFirst(long value, byte[] target, int at) {
    long text = eightDigits((int) value);
    int zeros = Long.numberOfTrailingZeros((text ^ Digits.ZEROS) | LAST_DIGIT) & -Byte.SIZE;
    LONGS.set(target, at, text >>> zeros);
    return at + Digits.TOGETHER - zeros / Byte.SIZE;
  }

  /// Writes the last of eight digits.
  ///
  /// @param count 1 to 8
  private static void putLast(long value, int count, byte[] target, int at) {
    long text = eightDigits((int) value) >>> (Byte.SIZE * (Digits.TOGETHER - count));
    if (count == Digits.TOGETHER) {
      LONGS.set(target, at, text);
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

  private static long eightDigits(int eight) {
    int high = (int) ((eight * RECIPROCAL) >>> RECIPROCAL_BITS);
    return FOURS[high] | ((long) FOURS[eight - high * FOURS.length] << Integer.SIZE);
  }
}
