package io.penstock.cli.array;

import io.penstock.array.DataType;

/// Turns numbers of one type into another.
///
/// A number that the other type holds stays what it is, and one that lies between two of its
/// numbers is rounded as NumPy's `astype` does: to the nearest, ties to even, among floating-point
/// numbers; towards zero from a floating-point to a whole number. A number that is out of range
/// becomes the nearest that there is, infinity included, and NaN becomes 0 among whole numbers;
/// these are counted. Anything but 0 is true. A complex number loses its imaginary part where there
/// is no place for it.
///
/// @param from the type of the source
/// @param to the type of the target
record Casting(DataType from, DataType to) {
  /// Whether there is nothing to do.
  boolean isNone() {
    return from == to;
  }

  /// Casts the first `count` numbers; a complex one is one number and two elements.
  ///
  /// @return how many were out of range
  long cast(Object source, Object target, int count, Scratch scratch) {
    if (from.components() == 2 && to.components() == 2) {
      return new Casting(real(from), real(to)).cast(source, target, 2 * count, scratch);
    }
    long lost = 0;
    for (int at = 0; at < count; at += Scratch.LENGTH) {
      lost += part(source, target, at, Math.min(Scratch.LENGTH, count - at), scratch);
    }
    if (to.components() == 2) {
      spread(target, count);
    }
    return lost;
  }

  private static DataType real(DataType complex) {
    return complex == DataType.COMPLEX64 ? DataType.FLOAT32 : DataType.FLOAT64;
  }

  private int part(Object source, Object target, int at, int n, Scratch scratch) {
    if (Integers.holds(from)) {
      Integers.load(from, source, at, scratch.integers(), n);
      return Integers.holds(to)
          ? integers(target, at, n, scratch)
          : integersToFloats(target, at, n, scratch);
    }
    if (from.components() == 2 && to == DataType.BOOL) {
      // 0 only where both parts are 0.
      Floats.loadMagnitudes(source, 2 * at, scratch.numbers(), n);
    } else {
      Floats.load(source, at * from.components(), from.components(), scratch.numbers(), n);
    }
    return Integers.holds(to)
        ? floatsToIntegers(target, at, n, scratch)
        : Floats.store(scratch.numbers(), n, to, target, at);
  }

  private int integers(Object target, int at, int n, Scratch scratch) {
    long[] values = scratch.integers();
    int lost = to == DataType.BOOL ? Clamp.truths(values, n) : clamp(values, n);
    Integers.store(values, n, target, at);
    return lost;
  }

  private int clamp(long[] values, int n) {
    Limits limits = Limits.of(to);
    if (from == DataType.UINT64) {
      return Clamp.unsigned(values, n, limits.high());
    }
    long high = to == DataType.UINT64 ? Long.MAX_VALUE : limits.high();
    return Clamp.signed(values, n, limits.low(), high);
  }

  private int integersToFloats(Object target, int at, int n, Scratch scratch) {
    if (to.element() == DataType.FLOAT32.element() && to != DataType.FLOAT16) {
      Integers.toFloats(from, scratch.integers(), n, (float[]) target, at);
      return 0;
    }
    Integers.toDoubles(from, scratch.integers(), n, scratch.numbers());
    return Floats.store(scratch.numbers(), n, to, target, at);
  }

  private int floatsToIntegers(Object target, int at, int n, Scratch scratch) {
    long[] values = scratch.integers();
    int lost =
        switch (to) {
          case BOOL -> Clamp.truths(scratch.numbers(), n, values);
          case UINT64 -> Clamp.toUnsignedLongs(scratch.numbers(), n, values);
          default -> Clamp.toIntegers(scratch.numbers(), n, values, Limits.of(to));
        };
    Integers.store(values, n, target, at);
    return lost;
  }

  /// Makes room for imaginary parts, which are 0; from the end, so that nothing is overwritten that
  /// is still needed.
  private static void spread(Object array, int count) {
    switch (array) {
      case float[] a -> {
        for (int i = count - 1; i >= 0; i--) {
          a[2 * i] = a[i];
          a[2 * i + 1] = 0;
        }
      }
      case double[] a -> {
        for (int i = count - 1; i >= 0; i--) {
          a[2 * i] = a[i];
          a[2 * i + 1] = 0;
        }
      }
      default -> throw new IllegalArgumentException(array.getClass().getSimpleName());
    }
  }
}
