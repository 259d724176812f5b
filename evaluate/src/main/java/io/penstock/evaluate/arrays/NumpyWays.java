package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Operation;

/// Which of NumPy's ways go which way.
final class NumpyWays {
  private NumpyWays() {}

  static boolean knows(String way, Operation operation) {
    return switch (way) {
      case "readinto", "fromfile" -> operation == Operation.READ;
      case "tofile" -> operation == Operation.WRITE;
      default -> true;
    };
  }
}
