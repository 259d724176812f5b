package io.penstock.collective;

import io.penstock.array.Selection;
import io.penstock.array.Shape;

/// Data that lies at selected places of a larger array in memory, as the inside of an array with
/// halos.
///
/// @param memory a Java array or a segment, at least as long as `shape`
/// @param shape how it is laid out, row-major
/// @param places the selected places: as many indices along each axis as are selected in the file
public record Tile(Object memory, Shape shape, Selection places) {
  /// Checks that the places are in the array.
  ///
  /// @throws IllegalArgumentException if the ranks differ
  /// @throws IndexOutOfBoundsException if a place is outside
  public Tile {
    places.requireWithin(shape);
  }
}
