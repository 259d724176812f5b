package io.penstock.cli.array;

/// Memory in which one thread widens numbers, a thousand at a time, so that they stay in the
/// processor's nearest cache.
final class Scratch {
  static final int LENGTH = 1024;

  private final long[] integers = new long[LENGTH];
  private final double[] numbers = new double[LENGTH];
  private final Lanes lanes = new Lanes();

  long[] integers() {
    return integers;
  }

  double[] numbers() {
    return numbers;
  }

  Lanes lanes() {
    return lanes;
  }
}
