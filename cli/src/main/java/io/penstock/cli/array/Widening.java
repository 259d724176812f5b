package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.convert.Floats;
import io.penstock.array.convert.Integers;

/// Numbers of any type as `double`, rounded where they are too long for it. Not thread-safe.
public final class Widening {
  private final Scratch scratch = new Scratch();
  private final DataType type;

  /// From this type.
  public Widening(DataType type) {
    this.type = type;
  }

  /// Widens the first `count` numbers of an array, complex ones to their magnitudes.
  public void widen(Object array, int count, double[] target) {
    for (int at = 0; at < count; at += Scratch.LENGTH) {
      int n = Math.min(Scratch.LENGTH, count - at);
      part(array, at, n);
      System.arraycopy(scratch.numbers(), 0, target, at, n);
    }
  }

  private void part(Object array, int at, int n) {
    if (Integers.holds(type)) {
      Integers.load(type, array, at, scratch.integers(), n);
      Integers.toDoubles(type, scratch.integers(), n, scratch.numbers());
    } else if (type.components() == 2) {
      Floats.loadMagnitudes(array, 2 * at, scratch.numbers(), n);
    } else {
      Floats.load(array, at, 1, scratch.numbers(), n);
    }
  }
}
