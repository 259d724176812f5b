package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.lang.reflect.Array;

/// Reads tiles of what is taken of an array file. Safe for use by several threads, each with an
/// array of its own.
///
/// @param file what is read
/// @param cut what is taken of it
public record CutReader(ArrayFile file, Cut cut) {
  /// A Java array with room for so many numbers.
  public Object array(int numbers) {
    DataType type = file.format().type();
    return Array.newInstance(
        type.element().arrayClass().getComponentType(), numbers * type.components());
  }

  /// Reads one tile, row-major, complex numbers as pairs.
  ///
  /// @param tile in indices of the cut; an axis that the result does not have counts as one of
  ///   extent 1
  /// @throws IOException if the file cannot be read there
  public void read(Tile tile, Object array) throws IOException {
    boolean pairs = file.format().type().components() == 2;
    Cut elements = pairs ? cut.append(2) : cut;
    Tile inElements = pairs ? tile.append(2) : tile;
    Shape shape = inElements.shape();
    file.read(elements.source(inElements), array);
    Reversal.apply(array, shape, cut.reversed());
  }
}
