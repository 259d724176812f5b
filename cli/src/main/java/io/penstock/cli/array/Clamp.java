package io.penstock.cli.array;

import io.penstock.array.DataType;

/// Brings numbers into the range of a type of whole numbers, and counts those that were outside.
final class Clamp {
  private Clamp() {}

  static int signed(long[] values, int n, long low, long high) {
    int lost = 0;
    for (int i = 0; i < n; i++) {
      long value = values[i];
      long inside = Math.max(low, Math.min(high, value));
      values[i] = inside;
      lost += inside == value ? 0 : 1;
    }
    return lost;
  }

  /// Of unsigned numbers.
  static int unsigned(long[] values, int n, long high) {
    int lost = 0;
    for (int i = 0; i < n; i++) {
      boolean outside = Long.compareUnsigned(values[i], high) > 0;
      values[i] = outside ? high : values[i];
      lost += outside ? 1 : 0;
    }
    return lost;
  }

  static int truths(long[] values, int n) {
    for (int i = 0; i < n; i++) {
      values[i] = values[i] == 0 ? 0 : 1;
    }
    return 0;
  }

  /// NaN is true, as in NumPy.
  static int truths(double[] numbers, int n, long[] values) {
    for (int i = 0; i < n; i++) {
      values[i] = numbers[i] == 0 ? 0 : 1;
    }
    return 0;
  }

  static int toIntegers(double[] numbers, int n, long[] values, Limits limits) {
    long low = limits.low();
    long high = limits.high();
    int lost = 0;
    for (int i = 0; i < n; i++) {
      double number = numbers[i];
      // Java cuts off fractions, keeps to the limits of long, and makes 0 of NaN.
      values[i] = Math.max(low, Math.min(high, (long) number));
      lost += number > limits.above() && number < limits.below() ? 0 : 1;
    }
    return lost;
  }

  static int toUnsignedLongs(double[] numbers, int n, long[] values) {
    Limits limits = Limits.of(DataType.UINT64);
    int lost = 0;
    for (int i = 0; i < n; i++) {
      double number = numbers[i];
      values[i] = unsigned(number);
      lost += number > limits.above() && number < limits.below() ? 0 : 1;
    }
    return lost;
  }

  private static long unsigned(double number) {
    if (number >= 0x1p64) {
      return -1;
    }
    return number >= 0x1p63
        ? (long) (number - 0x1p63) | Long.MIN_VALUE
        : Math.max(0, (long) number);
  }
}
