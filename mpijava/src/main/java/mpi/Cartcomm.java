package mpi;

import io.penstock.message.RankGrid;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Ranks that are the places of a grid, in row-major order.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Cartcomm extends Intracomm {
  private final RankGrid grid;

  private Cartcomm(Context context, RankGrid grid) {
    super(() -> context);
    this.grid = grid;
  }

  /// A grid of the first ranks; null for a rank that has no place
  static @Nullable Cartcomm of(Intracomm from, int[] dims, boolean... periods) {
    RankGrid grid = grid(dims, periods);
    if (grid.size() > from.Size()) {
      throw new MPIException(
          String.format(Locale.ROOT, "%s, where there are only %d ranks", grid, from.Size()));
    }
    return from.first(grid.size()).map(context -> new Cartcomm(context, grid)).orElse(null);
  }

  private static RankGrid grid(int[] dims, boolean... periods) {
    if (periods.length < dims.length) {
      throw new MPIException(dims.length + " axes and " + periods.length + " periods");
    }
    int[] rings = IntStream.range(0, dims.length).filter(axis -> periods[axis]).toArray();
    return MPIException.telling(() -> RankGrid.of(dims).withRings(rings));
  }

  @Override
  public Object clone() throws MPIException {
    return new Cartcomm(duplicated(), grid);
  }

  /// The rank at a place.
  ///
  /// @param coords by axis; along a ring any number
  /// @throws MPIException beyond an open edge
  public int Rank(int[] coords) throws MPIException {
    OptionalInt rank = MPIException.telling(() -> grid.rank(coords));
    return rank.orElseThrow(
        () -> new MPIException("there is no place " + Arrays.toString(coords) + " in " + grid));
  }

  /// The place of a rank.
  public int[] Coords(int rank) throws MPIException {
    return MPIException.telling(() -> grid.coordinates(rank));
  }

  /// The ranks that the caller exchanges with when all pass something on along an axis.
  ///
  /// @param disp how far, negative towards the beginning
  public ShiftParms Shift(int direction, int disp) throws MPIException {
    RankGrid.Shift shift = MPIException.telling(() -> grid.shift(Rank(), direction, disp));
    return new ShiftParms(
        shift.source().orElse(MPI.PROC_NULL), shift.destination().orElse(MPI.PROC_NULL));
  }

  /// The ranks that differ from the caller along some axes alone.
  ///
  /// @param remain_dims whether each axis stays
  public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
    if (remain_dims.length < grid.axes()) {
      throw new MPIException(
          grid.axes() + " axes, and " + remain_dims.length + " that say whether they stay");
    }
    int[] axes = IntStream.range(0, grid.axes()).filter(axis -> remain_dims[axis]).toArray();
    return MPIException.telling(
        () -> new Cartcomm(contextIn(grid.slice(ranks(), axes)), grid.along(axes)));
  }

  /// The rank that the caller would have in a grid: the same.
  ///
  /// @return [MPI#UNDEFINED] if it would have no place
  /// @throws MPIException if there are more places than ranks
  public int Map(int[] dims, boolean[] periods) throws MPIException {
    RankGrid other = grid(dims, periods);
    if (other.size() > Size()) {
      throw new MPIException(other + ", where there are only " + Size() + " ranks");
    }
    return Rank() < other.size() ? Rank() : MPI.UNDEFINED;
  }

  /// The shape of the grid, and the caller's place.
  public CartParms Get() throws MPIException {
    boolean[] periods = new boolean[grid.axes()];
    IntStream.range(0, periods.length).forEach(axis -> periods[axis] = grid.isRing(axis));
    int[] dims = IntStream.range(0, periods.length).map(grid::extent).toArray();
    return new CartParms(dims, periods, Coords(Rank()));
  }

  @Override
  public int Topo_test() throws MPIException {
    return MPI.CART;
  }

  /// Finds a grid that is as near to a square or a cube as can be.
  ///
  /// @param nnodes how many places it has
  /// @param dims the number along each axis; 0 where it is to be found, and is put
  /// @throws MPIException if there is none
  public static void Dims_create(int nnodes, int[] dims) throws MPIException {
    RankGrid found = MPIException.telling(() -> RankGrid.fitted(nnodes, dims));
    Arrays.setAll(dims, found::extent);
  }
}
