package io.penstock.report;

/// The demands of the model on its values; each message names the value and what it should be.
final class Checks {
  private Checks() {}

  static void text(String value, String name) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + " is blank");
    }
  }

  static void atLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
    }
  }

  static void figure(double value, String name) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and not negative: " + value);
    }
  }
}
