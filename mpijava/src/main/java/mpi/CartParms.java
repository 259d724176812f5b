package mpi;

/// The shape of a grid of ranks, and the caller's place in it.
public final class CartParms {
  /// How many ranks there are along each axis.
  public int[] dims;

  /// Whether each axis is a ring.
  public boolean[] periods;

  /// The caller's place.
  public int[] coords;

  CartParms(int[] dims, boolean[] periods, int... coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }
}
