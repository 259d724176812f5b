package io.penstock.text.number;

import java.nio.charset.StandardCharsets;

/// Writes whole numbers in decimal digits, as [Long#toString(long)] does.
public final class LongFormatter {
  /// The most bytes that a number takes.
  public static final int LONGEST = 20;

  /// The most bytes that [#formatWide] changes.
  public static final int WIDEST = 25;

  private static final byte[] LEAST =
      Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

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
  /// out, so that nobody has to know before how many there are.
  private static int wide(long value, byte[] target, int at) {
    if (value < Digits.TEN_TO_THE_8) {
      return Digits.putFirst(value, target, at);
    }
    long high = value / Digits.TEN_TO_THE_8;
    long low = value - high * Digits.TEN_TO_THE_8;
    int next = wide16(high, target, at);
    Digits.put(low, target, next);
    return next + Digits.TOGETHER;
  }

  private static int wide16(long value, byte[] target, int at) {
    if (value < Digits.TEN_TO_THE_8) {
      return Digits.putFirst(value, target, at);
    }
    long high = value / Digits.TEN_TO_THE_8;
    int next = Digits.putFirst(high, target, at);
    Digits.put(value - high * Digits.TEN_TO_THE_8, target, next);
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
    Digits.putLast(high, left, target, at);
  }

  /// Writes the last eight digits.
  ///
  /// @return those before
  private static long lastEight(long value, byte[] target, int end) {
    long high = value / Digits.TEN_TO_THE_8;
    Digits.put(value - high * Digits.TEN_TO_THE_8, target, end - Digits.TOGETHER);
    return high;
  }
}
