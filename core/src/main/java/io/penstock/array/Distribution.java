package io.penstock.array;

import java.util.ArrayList;
import java.util.List;

/// A distribution of an array over ranks: along each axis a [Dealing] to the processes of a grid.
/// Ranks are laid out over the grid in row-major order.
///
/// Every element belongs to exactly one rank.
///
/// @param shape of the whole array
/// @param dealings one per axis
/// @param grid processes along each axis; the number of ranks is its size
public record Distribution(Shape shape, List<Dealing> dealings, Shape grid) {
  /// Checks that dealings and grid fit the shape.
  ///
  /// @throws IllegalArgumentException if dealings or grid do not have the array's rank, the grid
  ///   has no process, or an undistributed axis has more than one
  public Distribution {
    dealings = List.copyOf(dealings);
    if (dealings.size() != shape.rank() || grid.rank() != shape.rank()) {
      throw new IllegalArgumentException(
          dealings.size()
              + " dealings and a process grid of rank "
              + grid.rank()
              + " for an array of rank "
              + shape.rank());
    }
    if (grid.size() == 0) {
      throw new IllegalArgumentException("no process in grid " + grid);
    }
    for (int axis = 0; axis < shape.rank(); axis++) {
      dealings.get(axis).part(shape.extent(axis), grid.extent(axis), 0);
    }
  }

  /// One block of the slowest axis for each rank.
  ///
  /// @throws IllegalArgumentException if `shape` is a scalar or `ranks` is below 1
  public static Distribution blocks(Shape shape, int ranks) {
    return alongFirstAxis(shape, ranks, Dealing.block());
  }

  /// Blocks of `block` indices of the slowest axis in turn.
  ///
  /// @throws IllegalArgumentException if `shape` is a scalar, or `ranks` or `block` is below 1
  public static Distribution cyclic(Shape shape, int ranks, long block) {
    return alongFirstAxis(shape, ranks, Dealing.cyclic(block));
  }

  private static Distribution alongFirstAxis(Shape shape, int ranks, Dealing first) {
    if (shape.rank() == 0) {
      throw new IllegalArgumentException("a scalar cannot be distributed");
    }
    List<Dealing> dealings = new ArrayList<>();
    long[] grid = new long[shape.rank()];
    for (int axis = 0; axis < grid.length; axis++) {
      dealings.add(axis == 0 ? first : Dealing.whole());
      grid[axis] = axis == 0 ? ranks : 1;
    }
    return new Distribution(shape, dealings, Shape.of(grid));
  }

  /// The elements of one rank.
  ///
  /// @throws IndexOutOfBoundsException if `rank` is not in the grid
  public Share of(long rank) {
    if (rank < 0 || rank >= grid.size()) {
      throw new IndexOutOfBoundsException("rank " + rank + " of " + grid.size());
    }
    AxisSelection[] perAxis = new AxisSelection[shape.rank()];
    long rest = rank;
    for (int axis = perAxis.length - 1; axis >= 0; axis--) {
      long processes = grid.extent(axis);
      perAxis[axis] = dealings.get(axis).part(shape.extent(axis), processes, rest % processes);
      rest /= processes;
    }
    return new Share(List.of(perAxis));
  }
}
