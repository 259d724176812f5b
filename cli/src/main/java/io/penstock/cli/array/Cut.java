package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A part of an array: along each axis evenly spaced indices, ascending or descending.
///
/// A large cut is moved tile by tile. A tile is a hyperslab without strides, in indices of the cut;
/// an axis that the result does not have counts as one of extent 1.
///
/// @param axes one for each axis of the array
public record Cut(List<Axis> axes) {
  /// The indices along one axis.
  ///
  /// @param start the first index
  /// @param step from one index to the next, not 0
  /// @param count how many indices
  /// @param kept whether the result has this axis; where not, `count` is 1
  public record Axis(long start, long step, long count, boolean kept) {
    static Axis whole(long extent) {
      return new Axis(0, 1, extent, true);
    }

    /// The smallest of indices `from` to `from + n - 1` of this axis, in the array.
    private long lowest(long from, long n) {
      return start + step * (step > 0 ? from : from + n - 1);
    }
  }

  /// Copies the list.
  public Cut {
    axes = List.copyOf(axes);
  }

  /// Takes everything.
  public static Cut whole(Shape shape) {
    return new Cut(LongStream.of(shape.toArray()).mapToObj(Axis::whole).toList());
  }

  /// The number of indices along each axis, also along those that the result does not have.
  Shape counts() {
    return Shape.of(axes.stream().mapToLong(Axis::count).toArray());
  }

  /// The shape of the result.
  public Shape shape() {
    return Shape.of(axes.stream().filter(Axis::kept).mapToLong(Axis::count).toArray());
  }

  /// The elements of the array that a tile consists of.
  Hyperslab source(Hyperslab tile) {
    return Hyperslab.at(each(i -> axes.get(i).lowest(tile.axis(i).start(), tile.axis(i).count())))
        .count(tile.shape().toArray())
        .stride(each(i -> Math.abs(axes.get(i).step())));
  }

  /// The place of a tile in the result.
  Hyperslab target(Hyperslab tile) {
    return Hyperslab.at(kept(each(i -> tile.axis(i).start()))).count(kept(tile.shape().toArray()));
  }

  private long[] each(IntToLongFunction value) {
    return IntStream.range(0, axes.size()).mapToLong(value).toArray();
  }

  private long[] kept(long[] values) {
    return IntStream.range(0, values.length)
        .filter(axis -> axes.get(axis).kept())
        .mapToLong(axis -> values[axis])
        .toArray();
  }

  /// The axes that the result has.
  public List<Integer> kept() {
    return IntStream.range(0, axes.size()).filter(axis -> axes.get(axis).kept()).boxed().toList();
  }

  /// The same with one axis dropped: of it, only the index in the middle is taken.
  public Cut middle(int axis) {
    List<Axis> fewer = new ArrayList<>(axes);
    Axis all = axes.get(axis);
    fewer.set(axis, new Axis(all.start() + all.step() * (all.count() / 2), 1, 1, false));
    return new Cut(fewer);
  }

  /// The same with a last axis of which everything is taken.
  Cut append(long extent) {
    return new Cut(Stream.concat(axes.stream(), Stream.of(Axis.whole(extent))).toList());
  }

  /// A tile with a last axis of which everything is taken.
  static Hyperslab append(Hyperslab tile, long extent) {
    int rank = tile.rank();
    long[] start = new long[rank + 1];
    long[] count = new long[rank + 1];
    for (int axis = 0; axis < rank; axis++) {
      start[axis] = tile.axis(axis).start();
      count[axis] = tile.axis(axis).count();
    }
    count[rank] = extent;
    return Hyperslab.at(start).count(count);
  }

  /// A Java array with room for so many numbers of a type.
  public static Object array(DataType type, int numbers) {
    return Array.newInstance(
        type.element().arrayClass().getComponentType(), numbers * type.components());
  }

  /// Reads one tile, row-major, complex numbers as pairs. For any thread.
  ///
  /// @throws IOException if the file cannot be read there
  public void read(ArrayFile file, Hyperslab tile, Object array) throws IOException {
    boolean pairs = file.format().type().components() == 2;
    Cut cut = pairs ? append(2) : this;
    Hyperslab inElements = pairs ? append(tile, 2) : tile;
    Shape shape = inElements.shape();
    file.read(cut.source(inElements), Elements.of(array));
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axes.get(axis).step() < 0) {
        reverse(array, shape, axis);
      }
    }
  }

  private static void reverse(Object array, Shape shape, int axis) {
    int inner = 1;
    for (int faster = axis + 1; faster < shape.rank(); faster++) {
      inner *= (int) shape.extent(faster);
    }
    int length = (int) shape.extent(axis);
    int outer = (int) (shape.size() / ((long) inner * length));
    int bytes = ElementType.of(array.getClass()).bytes();
    MemorySegment memory = Elements.of(array).segment();
    for (int row = 0; row < outer; row++) {
      long begin = (long) row * length * inner * bytes;
      reverse(memory.asSlice(begin, (long) length * inner * bytes), length, (long) inner * bytes);
    }
  }

  /// Reverses `length` pieces of equal size, in place.
  private static void reverse(MemorySegment row, int length, long pieceBytes) {
    switch ((int) Math.min(pieceBytes, Integer.MAX_VALUE)) {
      case 1 -> reverseBytes(row, length);
      case 2 -> reverseShorts(row, length);
      case 4 -> reverseInts(row, length);
      case 8 -> reverseLongs(row, length);
      default -> reversePieces(row, length, pieceBytes);
    }
  }

  private static void reverseBytes(MemorySegment row, int length) {
    for (long low = 0, high = length - 1L; low < high; low++, high--) {
      byte kept = row.get(ValueLayout.JAVA_BYTE, low);
      row.set(ValueLayout.JAVA_BYTE, low, row.get(ValueLayout.JAVA_BYTE, high));
      row.set(ValueLayout.JAVA_BYTE, high, kept);
    }
  }

  private static void reverseShorts(MemorySegment row, int length) {
    ValueLayout.OfShort layout = ValueLayout.JAVA_SHORT_UNALIGNED;
    for (long low = 0, high = 2L * (length - 1); low < high; low += 2, high -= 2) {
      short kept = row.get(layout, low);
      row.set(layout, low, row.get(layout, high));
      row.set(layout, high, kept);
    }
  }

  private static void reverseInts(MemorySegment row, int length) {
    ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED;
    for (long low = 0, high = 4L * (length - 1); low < high; low += 4, high -= 4) {
      int kept = row.get(layout, low);
      row.set(layout, low, row.get(layout, high));
      row.set(layout, high, kept);
    }
  }

  private static void reverseLongs(MemorySegment row, int length) {
    ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED;
    for (long low = 0, high = 8L * (length - 1); low < high; low += 8, high -= 8) {
      long kept = row.get(layout, low);
      row.set(layout, low, row.get(layout, high));
      row.set(layout, high, kept);
    }
  }

  private static void reversePieces(MemorySegment row, int length, long bytes) {
    MemorySegment kept = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    for (long low = 0, high = bytes * (length - 1); low < high; low += bytes, high -= bytes) {
      MemorySegment.copy(row, low, kept, 0, bytes);
      MemorySegment.copy(row, high, row, low, bytes);
      MemorySegment.copy(kept, 0, row, high, bytes);
    }
  }
}
