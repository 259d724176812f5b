package io.penstock.message;

import io.penstock.array.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// The ranks of a communicator as the places of a grid, for programs whose ranks have neighbours:
/// what MPI calls a Cartesian topology (MPI 5.0, chapter 8.5), over any transport.
///
/// Ranks follow one another in row-major order: the last axis varies fastest. Along an axis that is
/// a ring the last place is followed by the first one; the others have open edges.
///
/// ```java
/// RankGrid grid = RankGrid.balanced(world.size(), 2).withRings(1);
/// OptionalInt above = grid.neighbour(world.rank(), 0, -1);        // empty at the upper edge
/// Communicator row = grid.slice(world, 1);                        // the ranks beside this one
/// ```
///
/// Immutable and safe for any thread.
public final class RankGrid implements Topology {
  private final int[] extents;
  private final boolean[] rings;
  private final int size;

  private RankGrid(int[] extents, boolean[] rings) {
    this.extents = extents;
    this.rings = rings;
    this.size = size(extents);
  }

  private static int size(int... extents) {
    int size = 1;
    for (int extent : extents) {
      if (extent < 1) {
        throw new IllegalArgumentException(
            "an axis of a grid has 1 rank or more, not " + extent + " as in " + text(extents));
      }
      if (extent > Integer.MAX_VALUE / size) {
        throw new IllegalArgumentException(
            text(extents) + " are more ranks than " + Integer.MAX_VALUE);
      }
      size *= extent;
    }
    return size;
  }

  private static String text(int... extents) {
    return String.join(" x ", IntStream.of(extents).mapToObj(Integer::toString).toList());
  }

  /// One with open edges.
  ///
  /// @param extents how many ranks there are along each axis; none for a single rank
  /// @throws IllegalArgumentException if one is below 1, or the product is above 2^31 - 1
  public static RankGrid of(int... extents) {
    return new RankGrid(extents.clone(), new boolean[extents.length]);
  }

  /// One with open edges that is as near to a square or a cube as the number of ranks allows: the
  /// longest axis is as short as it can be, then the next one, and so on. The first is the longest.
  ///
  /// @throws IllegalArgumentException if there are no ranks or no axes
  public static RankGrid balanced(int ranks, int axes) {
    if (axes < 1) {
      throw new IllegalArgumentException("a grid of ranks has 1 axis or more, not " + axes);
    }
    return fitted(ranks, new int[axes]);
  }

  /// The same where some axes are given, as by `MPI_Dims_create`.
  ///
  /// @param extents 0 where the number is to be found
  /// @throws IllegalArgumentException if one is negative, there are no ranks, or their number is no
  ///   multiple of what is given, or not just that where nothing is to be found
  public static RankGrid fitted(int ranks, int... extents) {
    int[] found = extents.clone();
    int given = size(IntStream.of(extents).filter(extent -> extent != 0).toArray());
    int free = (int) IntStream.of(extents).filter(extent -> extent == 0).count();
    if (ranks < 1 || ranks % given != 0 || (free == 0 && ranks != given)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d ranks make no grid of %s%s",
              ranks,
              text(extents),
              free == 0 ? "" : ", 0 standing for any number"));
    }
    int[] factors = factors(ranks / given, free, ranks / given);
    for (int axis = 0, next = 0; axis < found.length; axis++) {
      found[axis] = found[axis] == 0 ? factors[next++] : found[axis];
    }
    return of(found);
  }

  /// The most even ones, in descending order.
  ///
  /// @param most how large the first may be
  /// @return none if there are none so small
  private static int[] factors(int product, int count, int most) {
    if (count == 0) {
      return new int[0];
    }
    for (int first : divisors(product)) {
      if (first <= most) {
        int[] rest = factors(product / first, count - 1, first);
        if (rest.length == count - 1 && product(rest) == product / first) {
          return IntStream.concat(IntStream.of(first), IntStream.of(rest)).toArray();
        }
      }
    }
    return new int[0];
  }

  /// In ascending order.
  private static int[] divisors(int number) {
    int[] small =
        IntStream.rangeClosed(1, (int) Math.sqrt(number)).filter(n -> number % n == 0).toArray();
    return IntStream.concat(IntStream.of(small), IntStream.of(small).map(n -> number / n))
        .sorted()
        .toArray();
  }

  private static int product(int... factors) {
    return IntStream.of(factors).reduce(1, (a, b) -> a * b);
  }

  /// The same with rings along some axes, and those that are rings already.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  public RankGrid withRings(int... axes) {
    boolean[] closed = rings.clone();
    for (int axis : axes) {
      closed[requireAxis(axis)] = true;
    }
    return new RankGrid(extents, closed);
  }

  // ---- what it is ------------------------------------------------------------------------------

  /// How many axes there are.
  public int axes() {
    return extents.length;
  }

  /// How many ranks there are along an axis.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  public int extent(int axis) {
    return extents[requireAxis(axis)];
  }

  /// Whether an axis has no edges.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  public boolean isRing(int axis) {
    return rings[requireAxis(axis)];
  }

  @Override
  public int size() {
    return size;
  }

  /// The extents, as an [io.penstock.array.Distribution] wants them.
  public Shape shape() {
    return Shape.of(IntStream.of(extents).asLongStream().toArray());
  }

  private int requireAxis(int axis) {
    if (axis < 0 || axis >= extents.length) {
      throw new IndexOutOfBoundsException(
          String.format(Locale.ROOT, "there is no axis %d in a grid of %d", axis, extents.length));
    }
    return axis;
  }

  private int requireRank(int rank) {
    if (rank < 0 || rank >= size) {
      throw new IndexOutOfBoundsException(
          String.format(Locale.ROOT, "there is no rank %d in %s", rank, this));
    }
    return rank;
  }

  // ---- places ----------------------------------------------------------------------------------

  /// Where a rank is, by axis.
  ///
  /// @throws IndexOutOfBoundsException if there is no such rank
  public int[] coordinates(int rank) {
    int[] coordinates = new int[extents.length];
    int rest = requireRank(rank);
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      coordinates[axis] = rest % extents[axis];
      rest /= extents[axis];
    }
    return coordinates;
  }

  /// Who is at a place.
  ///
  /// @param coordinates by axis; along a ring any number
  /// @return empty beyond an open edge
  /// @throws IllegalArgumentException if there are more or fewer than axes
  public OptionalInt rank(int... coordinates) {
    if (coordinates.length != extents.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a place in %s has coordinates numbering %d, not %d",
              this,
              extents.length,
              coordinates.length));
    }
    int rank = 0;
    for (int axis = 0; axis < extents.length; axis++) {
      int at = rings[axis] ? Math.floorMod(coordinates[axis], extents[axis]) : coordinates[axis];
      if (at < 0 || at >= extents[axis]) {
        return OptionalInt.empty();
      }
      rank = rank * extents[axis] + at;
    }
    return OptionalInt.of(rank);
  }

  // ---- neighbours ------------------------------------------------------------------------------

  /// Who is some places further along an axis.
  ///
  /// @param distance negative towards the beginning
  /// @return empty beyond an open edge
  /// @throws IndexOutOfBoundsException if there is no such rank or axis
  public OptionalInt neighbour(int rank, int axis, int distance) {
    return neighbour(rank, axis, (long) distance);
  }

  private OptionalInt neighbour(int rank, int axis, long distance) {
    int[] place = coordinates(rank);
    long at = place[requireAxis(axis)] + distance;
    long wrapped = rings[axis] ? Math.floorMod(at, (long) extents[axis]) : at;
    if (wrapped < 0 || wrapped >= extents[axis]) {
      return OptionalInt.empty();
    }
    place[axis] = (int) wrapped;
    return rank(place);
  }

  /// The two ranks that one exchanges with when all pass something on along an axis.
  public static final class Shift {
    private static final int NONE = Communicator.NO_RANK;

    private final int source;
    private final int destination;

    private Shift(int source, int destination) {
      this.source = source;
      this.destination = destination;
    }

    private static OptionalInt rank(int number) {
      return number == NONE ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /// From whom it comes; empty where that is beyond an open edge.
    public OptionalInt source() {
      return rank(source);
    }

    /// To whom it goes; empty where that is beyond an open edge.
    public OptionalInt destination() {
      return rank(destination);
    }
  }

  /// Whom a rank exchanges with when all pass something on along an axis, as `MPI_Cart_shift` says
  /// it. Beyond an open edge is [Communicator#NO_RANK], which ranks at the edge may send to and
  /// receive from as all others do:
  ///
  /// ```java
  /// RankGrid.Shift down = grid.shift(world.rank(), 0, 1);
  /// int below = down.destination().orElse(Communicator.NO_RANK);
  /// int above = down.source().orElse(Communicator.NO_RANK);
  /// world.sendReceive(lastRow, below, TAG, haloAbove, above, TAG);
  /// ```
  ///
  /// @param distance how far, negative towards the beginning
  /// @throws IndexOutOfBoundsException if there is no such rank or axis
  public Shift shift(int rank, int axis, int distance) {
    return new Shift(
        neighbour(rank, axis, -(long) distance).orElse(Shift.NONE),
        neighbour(rank, axis, distance).orElse(Shift.NONE));
  }

  /// A rank next to another one.
  ///
  /// @param step 1 or -1
  public record Neighbour(int axis, int step, int rank) {
    /// A tag for the message that goes there. Each neighbour of a rank has another one: a ring of
    /// two has the same rank on both sides.
    public int sendTag() {
      return 2 * axis + (step > 0 ? 1 : 0);
    }

    /// The tag of the message that comes from there, if it was sent with [#sendTag].
    public int receiveTag() {
      return sendTag() ^ 1;
    }
  }

  /// The ranks with whom one exchanges the halo of its part of an array: along each axis the one
  /// before it and the one after it, as far as there are any. In a ring of one a rank is its own
  /// neighbour.
  ///
  /// @throws IndexOutOfBoundsException if there is no such rank
  public List<Neighbour> neighbours(int rank) {
    List<Neighbour> neighbours = new ArrayList<>();
    for (int axis = 0; axis < extents.length; axis++) {
      for (int step = -1; step <= 1; step += 2) {
        OptionalInt other = neighbour(rank, axis, step);
        if (other.isPresent()) {
          neighbours.add(new Neighbour(axis, step, other.getAsInt()));
        }
      }
    }
    return List.copyOf(neighbours);
  }

  /// From whom a rank receives in neighbour collectives: for each axis first the rank before it,
  /// then the one after it; [Communicator#NO_RANK] beyond an open edge.
  ///
  /// @throws IndexOutOfBoundsException if there is no such rank
  @Override
  public int[] sources(int rank) {
    int[] beside = new int[2 * extents.length];
    Arrays.fill(beside, Communicator.NO_RANK);
    for (Neighbour neighbour : neighbours(rank)) {
      beside[neighbour.sendTag()] = neighbour.rank();
    }
    return beside;
  }

  /// To whom a rank sends in neighbour collectives: those of [#sources], in the same order.
  ///
  /// @throws IndexOutOfBoundsException if there is no such rank
  @Override
  public int[] destinations(int rank) {
    return sources(rank);
  }

  /// The place on the other side: what a rank sends to the one before it comes there from the one
  /// after it, in a ring of one or two ranks as well.
  ///
  /// @throws IndexOutOfBoundsException if there is no such rank or place
  @Override
  public int sendPlace(int rank, int place) {
    requireRank(rank);
    return Objects.checkIndex(place, 2 * extents.length) ^ 1;
  }

  // ---- parts -----------------------------------------------------------------------------------

  /// The grid that is left when all but some axes are fixed: that of the communicators which
  /// [#slice] makes.
  ///
  /// @param axes those that stay, in ascending order
  /// @throws IllegalArgumentException if they are not in ascending order
  /// @throws IndexOutOfBoundsException if there is no such axis
  public RankGrid along(int... axes) {
    int[] kept = new int[axes.length];
    boolean[] closed = new boolean[axes.length];
    for (int i = 0; i < axes.length; i++) {
      kept[i] = extent(axes[i]);
      closed[i] = rings[axes[i]];
      if (i > 0 && axes[i] <= axes[i - 1]) {
        throw new IllegalArgumentException(
            "axes are named in ascending order, not as " + Arrays.toString(axes));
      }
    }
    return new RankGrid(kept, closed);
  }

  /// A communicator of the ranks that differ from this one along some axes alone: a row, a column,
  /// a plane. All ranks call it with the same grid and axes, as `MPI_Cart_sub`. Its ranks have the
  /// places that [#along] gives them.
  ///
  /// @throws IllegalArgumentException if the communicator has not as many ranks as the grid, or the
  ///   axes are not in ascending order
  /// @throws IndexOutOfBoundsException if there is no such axis
  public Communicator slice(Communicator ranks, int... axes) {
    if (ranks.size() != size) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s has %d ranks, the communicator %d", this, size, ranks.size()));
    }
    int[] place = coordinates(ranks.rank());
    int[] kept = new int[axes.length];
    RankGrid part = along(axes);
    for (int i = 0; i < axes.length; i++) {
      kept[i] = place[axes[i]];
      place[axes[i]] = 0;
    }
    int first = rank(place).orElseThrow();
    return ranks.split(first, part.rank(kept).orElseThrow()).orElseThrow();
  }

  // ---- as a value ------------------------------------------------------------------------------

  @Override
  public boolean equals(Object other) {
    return other instanceof RankGrid grid
        && Arrays.equals(extents, grid.extents)
        && Arrays.equals(rings, grid.rings);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(extents) + Arrays.hashCode(rings);
  }

  /// `a grid of 4 x 3 ranks, rings along 1`.
  @Override
  public String toString() {
    int[] closed = IntStream.range(0, rings.length).filter(axis -> rings[axis]).toArray();
    String along = String.join(", ", IntStream.of(closed).mapToObj(Integer::toString).toList());
    return "a grid of "
        + (extents.length == 0 ? "1" : text(extents))
        + " ranks"
        + (closed.length == 0 ? "" : ", rings along " + along);
  }
}
