package io.penstock.array;

/// Elements in memory as they lie there: one after the other, as [Elements], or at selected places
/// of a larger array, as a [Tile].
///
/// Names memory and does not copy it.
public sealed interface Layout permits Elements, Tile {
  /// The number of elements; of bytes where they have no type.
  long count();
}
