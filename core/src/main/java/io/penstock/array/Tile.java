package io.penstock.array;

import java.lang.foreign.MemorySegment;

/// Elements at selected places of a larger array in memory, as the inside of an array with halos,
/// or one of its edges: what MPI calls a derived datatype. They are moved in row-major order of the
/// places.
///
/// ```java
/// Tile column = new Tile(field, Shape.of(rows, columns), Hyperslab.at(0, 1).count(rows, 1));
/// ```
///
/// @param memory of the elements, at least as many as `shape` has
/// @param shape how it is laid out, row-major
/// @param places the selected places: for a file, as many indices along each axis as are selected
///   there
public record Tile(Elements memory, Shape shape, Selection places) implements Layout {
  /// Checks that the places are in the array.
  ///
  /// @throws IllegalArgumentException if the ranks differ
  /// @throws IndexOutOfBoundsException if a place is outside
  public Tile {
    places.requireWithin(shape);
  }

  @Override
  public long count() {
    return places.size();
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

  /// A tile of a segment: for a file, of elements of the file's type, for a message of bytes; see
  /// [#Tile(Elements, Shape, Selection)].
  public Tile(MemorySegment memory, Shape shape, Selection places) {
    this(Elements.of(memory), shape, places);
  }
}
