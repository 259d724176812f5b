package io.penstock.collective;

import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import java.lang.foreign.MemorySegment;

/// Data that lies at selected places of a larger array in memory, as the inside of an array with
/// halos.
///
/// @param memory of the elements, at least as many as `shape` has
/// @param shape how it is laid out, row-major
/// @param places the selected places: as many indices along each axis as are selected in the file
public record Tile(Elements memory, Shape shape, Selection places) {
  /// Checks that the places are in the array.
  ///
  /// @throws IllegalArgumentException if the ranks differ
  /// @throws IndexOutOfBoundsException if a place is outside
  public Tile {
    places.requireWithin(shape);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(byte[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(short[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(char[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(int[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(long[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(float[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of an array; see [#Tile(Elements, Shape, Selection)].
  public Tile(double[] memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }

  /// A tile of a segment of elements of the file's type; see [#Tile(Elements, Shape, Selection)].
  public Tile(MemorySegment memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }
}
