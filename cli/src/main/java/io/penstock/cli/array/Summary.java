package io.penstock.cli.array;

import java.util.Optional;

/// Descriptive statistics of many numbers.
///
/// @param count of all numbers
/// @param nan how many are not a number
/// @param infinite how many are infinite, of either sign
/// @param zeros how many are zero, of either sign
/// @param spread of the finite numbers; empty where there are none
public record Summary(long count, long nan, long infinite, long zeros, Optional<Spread> spread) {
  /// Where finite numbers lie.
  ///
  /// @param min a `BigInteger` where numbers are whole, and exact; else a `Double`
  /// @param max of the same class
  /// @param mean their sum divided by their count
  /// @param deviation the root of the mean squared distance from the mean
  public record Spread(Number min, Number max, double mean, double deviation) {}
}
