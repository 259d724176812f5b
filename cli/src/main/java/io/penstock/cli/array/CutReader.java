package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

  /// Turns a row-major array around along some of its axes, in place.
  private static final class Reversal {
    private Reversal() {}

    static void apply(Object array, Shape shape, int... axes) {
      for (int axis : axes) {
        along(array, shape, axis);
      }
    }

    private static void along(Object array, Shape shape, int axis) {
      int inner = 1;
      for (int faster = axis + 1; faster < shape.rank(); faster++) {
        inner *= (int) shape.extent(faster);
      }
      int length = (int) shape.extent(axis);
      int outer = (int) (shape.size() / ((long) inner * length));
      int bytes = ElementType.of(array).bytes();
      MemorySegment memory = ElementType.segment(array);
      for (int row = 0; row < outer; row++) {
        long begin = (long) row * length * inner * bytes;
        turn(memory.asSlice(begin, (long) length * inner * bytes), length, (long) inner * bytes);
      }
    }

    /// Turns `length` pieces of equal size around.
    private static void turn(MemorySegment row, int length, long pieceBytes) {
      switch ((int) Math.min(pieceBytes, Integer.MAX_VALUE)) {
        case 1 -> turnBytes(row, length);
        case 2 -> turnShorts(row, length);
        case 4 -> turnInts(row, length);
        case 8 -> turnLongs(row, length);
        default -> turnPieces(row, length, pieceBytes);
      }
    }

    private static void turnBytes(MemorySegment row, int length) {
      for (long low = 0, high = length - 1L; low < high; low++, high--) {
        byte kept = row.get(ValueLayout.JAVA_BYTE, low);
        row.set(ValueLayout.JAVA_BYTE, low, row.get(ValueLayout.JAVA_BYTE, high));
        row.set(ValueLayout.JAVA_BYTE, high, kept);
      }
    }

    private static void turnShorts(MemorySegment row, int length) {
      ValueLayout.OfShort layout = ValueLayout.JAVA_SHORT_UNALIGNED;
      for (long low = 0, high = 2L * (length - 1); low < high; low += 2, high -= 2) {
        short kept = row.get(layout, low);
        row.set(layout, low, row.get(layout, high));
        row.set(layout, high, kept);
      }
    }

    private static void turnInts(MemorySegment row, int length) {
      ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED;
      for (long low = 0, high = 4L * (length - 1); low < high; low += 4, high -= 4) {
        int kept = row.get(layout, low);
        row.set(layout, low, row.get(layout, high));
        row.set(layout, high, kept);
      }
    }

    private static void turnLongs(MemorySegment row, int length) {
      ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED;
      for (long low = 0, high = 8L * (length - 1); low < high; low += 8, high -= 8) {
        long kept = row.get(layout, low);
        row.set(layout, low, row.get(layout, high));
        row.set(layout, high, kept);
      }
    }

    private static void turnPieces(MemorySegment row, int length, long bytes) {
      MemorySegment kept = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
      for (long low = 0, high = bytes * (length - 1); low < high; low += bytes, high -= bytes) {
        MemorySegment.copy(row, low, kept, 0, bytes);
        MemorySegment.copy(row, high, row, low, bytes);
        MemorySegment.copy(kept, 0, row, high, bytes);
      }
    }
  }
}
