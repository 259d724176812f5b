package io.penstock.evaluate.arrays;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Access;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A way of dealing an array of doubles, about as long as wide, to 2 or 4 ranks.
///
/// @param id in the experiment's name
/// @param title what each rank has
/// @param two how many ranks share each axis, where there are two
/// @param four the same where there are four
/// @param each how the axes are dealt that are shared
/// @param sixteenths of the usual file that are enough for it
record Dealt(
    String id, String title, List<Long> two, List<Long> four, Dealing each, int sixteenths) {
  static final Dealt LINE = blocks("blocks-1d", "one block of a vector", List.of(2), List.of(4));
  static final Dealt ROWS =
      blocks("rows-2d", "neighbouring rows of a matrix", List.of(2, 1), List.of(4, 1));
  static final Dealt MATRIX =
      blocks("blocks-2d", "a block of a matrix", List.of(1, 2), List.of(2, 2));
  static final Dealt SOLID =
      blocks("blocks-3d", "a block of three dimensions", List.of(1, 2, 1), List.of(2, 2, 1));
  static final Dealt DEEP =
      blocks(
          "blocks-4d",
          "a block of four dimensions, cut in the last ones",
          List.of(1, 1, 1, 2),
          List.of(1, 1, 2, 2));
  static final Dealt CYCLIC =
      new Dealt(
          "cyclic-columns",
          "every second or fourth column of a matrix",
          longs(List.of(1, 2)),
          longs(List.of(1, 4)),
          Dealing.cyclic(),
          4);

  /// From the one of the longest stretches of the file to the one of the shortest.
  static final List<Dealt> ALL = List.of(LINE, ROWS, MATRIX, SOLID, DEEP, CYCLIC);

  /// All of a rank's elements side by side, some, one.
  static final List<Dealt> EXTREMES = List.of(LINE, DEEP, CYCLIC);

  private static Dealt blocks(String id, String title, List<Integer> two, List<Integer> four) {
    return new Dealt(id, title, longs(two), longs(four), Dealing.block(), 16);
  }

  private static List<Long> longs(List<Integer> numbers) {
    return numbers.stream().map(Integer::longValue).toList();
  }

  /// The work of so many ranks.
  ///
  /// @param bytes of the file, at most
  FileWork work(Operation operation, long bytes, int ranks) {
    List<Long> grid = ranks == 2 ? two : four;
    long extent = extent(bytes / Double.BYTES, grid.size());
    long[] shape = new long[grid.size()];
    Arrays.fill(shape, extent);
    Distribution distribution = distribution(Shape.of(shape), grid);
    long elements = distribution.shape().size();
    FileWork whole =
        operation == Operation.READ
            ? FileWork.read(ElementType.DOUBLE, elements)
            : FileWork.write(ElementType.DOUBLE, elements);
    return whole.processes(ranks).access(new Access.Distributed(distribution));
  }

  private Distribution distribution(Shape shape, List<Long> grid) {
    List<Dealing> dealings = new ArrayList<>();
    grid.forEach(processes -> dealings.add(processes == 1 ? Dealing.whole() : each));
    return new Distribution(
        shape, dealings, Shape.of(grid.stream().mapToLong(Long::longValue).toArray()));
  }

  /// The largest whose power is no more than that many elements.
  private static long extent(long elements, int rank) {
    long extent = Math.round(Math.pow((double) elements, 1.0 / rank));
    return power(extent, rank) > elements ? extent - 1 : Math.max(1, extent);
  }

  private static long power(long extent, int rank) {
    long power = 1;
    for (int d = 0; d < rank; d++) {
      power *= extent;
    }
    return power;
  }
}
