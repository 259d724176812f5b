package io.penstock.evaluate.run;

/// A function that may fail with a checked exception.
///
/// @param <T> of its argument
/// @param <R> of its result
@FunctionalInterface
public interface CheckedFunction<T, R> {
  /// Applies it.
  ///
  /// @throws Exception if it fails
  R apply(T argument) throws Exception;
}
