package io.penstock.text;

import java.lang.foreign.MemorySegment;

/// The counts of some blocks of a text. Belongs to one worker.
///
/// @param <T> the class itself
interface Tally<T extends Tally<T>> {
  /// Counts a block that lies in an array, from its begin.
  ///
  /// @param index of the block: counts from 0 in the order of the text
  /// @param length at least 1
  void add(long index, byte[] bytes, int length);

  /// Counts a block that lies off the heap.
  ///
  /// @param bytes at least one
  void add(long index, MemorySegment bytes);

  /// Adds what another worker has counted.
  T merge(T other);
}
