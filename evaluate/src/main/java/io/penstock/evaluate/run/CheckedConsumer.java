package io.penstock.evaluate.run;

/// An action that may fail with a checked exception.
///
/// @param <T> of what it is done with
@FunctionalInterface
public interface CheckedConsumer<T> {
  /// Does it.
  ///
  /// @throws Exception if it fails
  void accept(T argument) throws Exception;
}
