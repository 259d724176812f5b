package io.penstock.text;

/// What has been counted in some blocks of a text. Belongs to one worker.
///
/// @param <T> the class itself
interface Tally<T extends Tally<T>> {
  /// Counts a block.
  void add(TextBlock block);

  /// Adds what another worker has counted.
  T merge(T other);
}
