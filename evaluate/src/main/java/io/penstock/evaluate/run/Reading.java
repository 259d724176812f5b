package io.penstock.evaluate.run;

/// The measurement of a run.
///
/// @param amount nanoseconds, or bytes where it is space that is measured
/// @param operations that each thread did meanwhile, or the bytes that are in use
public record Reading(long amount, long operations) {
  /// @throws IllegalArgumentException if the amount is negative, or nothing was done
  public Reading {
    if (amount < 0 || operations < 1) {
      throw new IllegalArgumentException("amount " + amount + ", operations " + operations);
    }
  }
}
