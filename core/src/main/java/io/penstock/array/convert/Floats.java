package io.penstock.array.convert;

import io.penstock.array.DataType;

/// Floating-point numbers of any stored type, to and from `double`.
public final class Floats {
  /// Half precision's largest number and half of the step above it: from here on it is infinite.
  private static final double HALF_OVERFLOW = 65520;

  private Floats() {}

  /// Widens `count` elements of `array`, from index `from` on, every `step`-th.
  public static void load(Object array, int from, int step, double[] wide, int count) {
    switch (array) {
      case float[] a when step == 1 -> loadFloats(a, from, wide, count);
      case double[] a when step == 1 -> System.arraycopy(a, from, wide, 0, count);
      case float[] a -> {
        for (int i = 0; i < count; i++) {
          wide[i] = a[from + i * step];
        }
      }
      case double[] a -> {
        for (int i = 0; i < count; i++) {
          wide[i] = a[from + i * step];
        }
      }
      default -> throw new IllegalArgumentException(array.getClass().getSimpleName());
    }
  }

  private static void loadFloats(float[] array, int from, double[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i];
    }
  }

  /// Loads the magnitudes of `count` complex numbers.
  public static void loadMagnitudes(Object pairs, int from, double[] wide, int count) {
    switch (pairs) {
      case float[] a -> {
        for (int i = 0; i < count; i++) {
          wide[i] = Math.hypot(a[from + 2 * i], a[from + 2 * i + 1]);
        }
      }
      case double[] a -> {
        for (int i = 0; i < count; i++) {
          wide[i] = Math.hypot(a[from + 2 * i], a[from + 2 * i + 1]);
        }
      }
      default -> throw new IllegalArgumentException(pairs.getClass().getSimpleName());
    }
  }

  /// Rounds `count` numbers to a type into `array`, from index `from` on.
  ///
  /// @return how many finite numbers became infinite
  static int store(double[] wide, int count, DataType type, Object array, int from) {
    return switch (array) {
      case double[] a -> {
        System.arraycopy(wide, 0, a, from, count);
        yield 0;
      }
      case float[] a when type == DataType.FLOAT16 -> storeHalves(wide, count, a, from);
      case float[] a -> storeFloats(wide, count, a, from);
      default -> throw new IllegalArgumentException(array.getClass().getSimpleName());
    };
  }

  private static int storeFloats(double[] wide, int count, float[] array, int from) {
    int lost = 0;
    for (int i = 0; i < count; i++) {
      float value = (float) wide[i];
      array[from + i] = value;
      lost += Float.isInfinite(value) && !Double.isInfinite(wide[i]) ? 1 : 0;
    }
    return lost;
  }

  private static int storeHalves(double[] wide, int count, float[] array, int from) {
    int lost = 0;
    for (int i = 0; i < count; i++) {
      array[from + i] = oddFloat(wide[i]);
      double size = Math.abs(wide[i]);
      lost += size >= HALF_OVERFLOW && size < Double.POSITIVE_INFINITY ? 1 : 0;
    }
    return lost;
  }

  /// The float from which rounding to half precision gives what rounding `value` itself would:
  /// rounded to odd, so that an inexact number never looks like the middle between two halves.
  static float oddFloat(double value) {
    float near = (float) value;
    int bits = Float.floatToRawIntBits(near);
    if (near == value || Double.isNaN(value) || (bits & 1) == 1) {
      return near;
    }
    boolean tooLarge = Math.abs((double) near) > Math.abs(value);
    return Float.intBitsToFloat(tooLarge ? bits - 1 : bits + 1);
  }
}
