package io.penstock.mpi;

import io.penstock.message.RankGrid;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.OptionalInt;

/// A rank that compares grids with MPI's Cartesian topologies, and says where they differ.
///
/// ```
/// Grids    the ranks are as many as 2 x 2
/// ```
final class Grids {
  private static final int MOST_RANKS = 128;
  private static final int MOST_AXES = 4;

  private final Mpi mpi = Mpi.start();
  private final Arena arena = Arena.ofConfined();

  private Grids() {}

  public static void main(String[] arguments) {
    Grids grids = new Grids();
    grids.compareBalanced();
    grids.comparePlaces(RankGrid.of(2, 2));
    grids.comparePlaces(RankGrid.of(2, 2).withRings(1));
    grids.comparePlaces(RankGrid.of(4, 1).withRings(0, 1));
    grids.comparePlaces(RankGrid.of(3));
    grids.arena.close();
    System.out.println("compared");
  }

  private MemorySegment ints(int... values) {
    return arena.allocateFrom(ValueLayout.JAVA_INT, values);
  }

  private static int[] values(MemorySegment ints) {
    return ints.toArray(ValueLayout.JAVA_INT);
  }

  private void compareBalanced() {
    for (int axes = 1; axes <= MOST_AXES; axes++) {
      for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
        MemorySegment found = ints(new int[axes]);
        mpi.call(MpiFunction.DIMS_CREATE, ranks, axes, found.address());
        RankGrid ours = RankGrid.balanced(ranks, axes);
        int[] extents = new int[axes];
        Arrays.setAll(extents, ours::extent);
        // Open MPI 4 makes 12 x 6 of 72.
        boolean asEven = Arrays.compare(extents, values(found)) <= 0;
        require(asEven && ours.size() == ranks, ours, values(found));
      }
    }
  }

  private void require(boolean same, RankGrid ours, int... theirs) {
    if (!same && mpi.rank() == 0) {
      System.out.println(ours + " by us, by the library " + Arrays.toString(theirs));
    }
  }

  private void comparePlaces(RankGrid grid) {
    MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG);
    int axes = grid.axes();
    int[] extents = new int[axes];
    int[] rings = new int[axes];
    Arrays.setAll(extents, grid::extent);
    Arrays.setAll(rings, axis -> grid.isRing(axis) ? 1 : 0);
    mpi.call(
        MpiFunction.CART_CREATE,
        mpi.handle(MpiHandle.COMM_WORLD),
        axes,
        ints(extents).address(),
        ints(rings).address(),
        0,
        made.address());
    if (mpi.rank() < grid.size()) {
      compare(grid, mpi.abi().handle(made, 0));
      mpi.call(MpiFunction.COMM_FREE, made.address());
    }
  }

  private void compare(RankGrid grid, long cartesian) {
    int axes = grid.axes();
    for (int rank = 0; rank < grid.size(); rank++) {
      MemorySegment place = arena.allocate(ValueLayout.JAVA_INT, axes);
      mpi.call(MpiFunction.CART_COORDS, cartesian, rank, axes, place.address());
      require(Arrays.equals(values(place), grid.coordinates(rank)), grid, values(place));
      MemorySegment back = arena.allocate(ValueLayout.JAVA_INT);
      mpi.call(MpiFunction.CART_RANK, cartesian, place.address(), back.address());
      require(values(back)[0] == grid.rank(values(place)).orElse(-99), grid, values(back));
    }
    for (int axis = 0; axis < axes; axis++) {
      for (int distance = -3; distance <= 3; distance++) {
        MemorySegment both = arena.allocate(ValueLayout.JAVA_INT, 2);
        mpi.call(
            MpiFunction.CART_SHIFT, cartesian, axis, distance, both.address(), both.address() + 4);
        RankGrid.Shift shift = grid.shift(mpi.rank(), axis, distance);
        int[] ours = {orNone(shift.source()), orNone(shift.destination())};
        require(distance == 0 || Arrays.equals(values(both), ours), grid, values(both));
      }
    }
  }

  private int orNone(OptionalInt rank) {
    return rank.orElse(mpi.constant(MpiConstant.PROC_NULL));
  }
}
