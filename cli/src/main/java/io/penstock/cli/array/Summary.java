package io.penstock.cli.array;

/// Descriptive statistics of many numbers. Where none of them is finite, `min`, `max`, `mean` and
/// `deviation` are NaN.
///
/// @param count of all numbers
/// @param nan how many are not a number
/// @param infinite how many are infinite, of either sign
/// @param zeros how many are zero, of either sign
/// @param min the least finite number: an exact `BigInteger` for integers, else a `Double`
/// @param max the largest finite number, of the same class
/// @param mean the sum of the finite numbers, divided by their count
/// @param deviation the root of the mean squared distance of the finite numbers from their mean
public record Summary(
    long count,
    long nan,
    long infinite,
    long zeros,
    Number min,
    Number max,
    double mean,
    double deviation) {
  /// Whether at least one number is finite.
  public boolean hasFinite() {
    return count > nan + infinite;
  }
}
