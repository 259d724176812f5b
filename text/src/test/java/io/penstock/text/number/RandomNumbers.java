package io.penstock.text.number;

import io.penstock.testing.Seed;
import java.util.Random;

/// Numbers and texts of numbers, of all sizes and shapes.
final class RandomNumbers {
  /// So many are tried of each kind; fewer where the tests run once for each of hundreds of
  /// mutants.
  static final int MANY = Integer.getInteger("penstock.numbers", 100_000);

  private static final String SHAPES =
      "0123456789012345678900000999995555...eE+--dfxX_ NaInfty\0\u00e9";

  private final Random random;

  private RandomNumbers(Random random) {
    this.random = random;
  }

  static RandomNumbers sown(Class<?> test) {
    return new RandomNumbers(Seed.sow(test));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /// As many short ones as long ones.
  long wholeNumber() {
    return random.nextLong() >> random.nextInt(Long.SIZE);
  }

  /// Any bits, or a number as people write it, or one near a power of two or ten.
  double real() {
    return switch (random.nextInt(5)) {
      case 0 -> Double.longBitsToDouble(random.nextLong());
      case 1 -> (double) wholeNumber() / Math.pow(10, random.nextInt(6));
      case 2 -> near(Math.scalb(1.0, random.nextInt(2100) - 1075));
      case 3 -> near(Double.parseDouble("1e" + (random.nextInt(640) - 330)));
      default -> random.nextGaussian() * 1000;
    };
  }

  private double near(double value) {
    long bits = Double.doubleToRawLongBits(value) + random.nextInt(5) - 2;
    return Double.longBitsToDouble(random.nextBoolean() ? bits : bits ^ Long.MIN_VALUE);
  }

  /// Digits with a point anywhere and perhaps an exponent.
  String decimalText() {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    int digits = 1 + random.nextInt(random.nextInt(20) == 0 ? 60 : 21);
    int point = random.nextInt(digits + 8);
    for (int i = 0; i < digits; i++) {
      text.append(i == point ? "." : "").append(random.nextInt(10));
    }
    if (random.nextInt(3) == 0) {
      text.append(random.nextBoolean() ? "e" : "E").append(random.nextInt(700) - 350);
    }
    return text.toString();
  }

  /// What hardly is a number, but looks like one.
  String almostANumber() {
    return almostANumberOf(SHAPES);
  }

  /// Up to 24 of some characters, in any order.
  String almostANumberOf(String shapes) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(24); i >= 0; i--) {
      text.append(shapes.charAt(random.nextInt(shapes.length())));
    }
    return text.toString();
  }
}
