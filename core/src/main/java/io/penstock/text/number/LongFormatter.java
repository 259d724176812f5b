package io.penstock.text.number;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes whole numbers in decimal digits, as [Long#toString(long)] does.
public final class LongFormatter {
  /// The most bytes that a number takes.
  public static final int LONGEST = 20;

  private static final VarHandle PAIR =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  /// 00 to 99: two digits for one division and one store.
  private static final short[] PAIRS = pairs();

  private static final int TEN_TO_THE_8 = 100_000_000;

  private static final byte[] LEAST =
      Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

  private LongFormatter() {}

  private static short[] pairs() {
    short[] pairs = new short[100];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = (short) (('0' + i / 10) | (('0' + i % 10) << Byte.SIZE));
    }
    return pairs;
  }

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

  /// Writes the last digits of a number that is not negative, with zeros in front.
  ///
  /// @param count how many
  static void fill(long value, byte[] target, int at, int count) {
    int end = at + count;
    long high = value;
    for (; end - at >= Digits.TOGETHER; end -= Digits.TOGETHER) {
      long rest = high / TEN_TO_THE_8;
      fillEight((int) (high - rest * TEN_TO_THE_8), target, end);
      high = rest;
    }
    int low = (int) high;
    for (; end - at >= 2; end -= 2) {
      int rest = low / 100;
      pair(low - rest * 100, target, end);
      low = rest;
    }
    if (end > at) {
      target[at] = (byte) ('0' + low % 10);
    }
  }

  private static void fillEight(int eight, byte[] target, int end) {
    int high = eight / 10_000;
    int low = eight - high * 10_000;
    pair(high / 100, target, end - 6);
    pair(high % 100, target, end - 4);
    pair(low / 100, target, end - 2);
    pair(low % 100, target, end);
  }

  private static void pair(int pair, byte[] target, int end) {
    PAIR.set(target, end - 2, PAIRS[pair]);
  }
}
