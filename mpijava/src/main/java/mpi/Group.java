package mpi;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/// Ranks of the job in an order. Immutable, and safe for any thread.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Group {
  private static final int RANGE_FIELDS = 3;

  private final int[] members;

  private Group(int... members) {
    this.members = members;
  }

  /// @param worldRanks by rank in the group
  static Group of(int... worldRanks) {
    return new Group(worldRanks.clone());
  }

  int size() {
    return members.length;
  }

  int[] toArray() {
    return members.clone();
  }

  int worldRank(int rank) {
    return members[rank];
  }

  /// The rank here of a rank of the world, or [MPI#UNDEFINED].
  int rankOf(int worldRank) {
    for (int rank = 0; rank < members.length; rank++) {
      if (members[rank] == worldRank) {
        return rank;
      }
    }
    return MPI.UNDEFINED;
  }

  private boolean has(int worldRank) {
    return rankOf(worldRank) != MPI.UNDEFINED;
  }

  /// How many ranks there are.
  public int Size() throws MPIException {
    return members.length;
  }

  /// The calling rank's number in the group, or [MPI#UNDEFINED].
  public int Rank() throws MPIException {
    return rankOf(RankState.current().rank());
  }

  /// The numbers in one group of ranks of another; [MPI#UNDEFINED] for those that it does not have.
  ///
  /// @throws MPIException if `group1` has no such rank
  public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2)
      throws MPIException {
    group1.requireRanks(ranks1);
    return IntStream.of(ranks1).map(rank -> group2.rankOf(group1.members[rank])).toArray();
  }

  /// Compares two groups.
  ///
  /// @return [MPI#IDENT] for the same ranks in the same order, [MPI#SIMILAR] for the same ranks,
  ///   else [MPI#UNEQUAL]
  public static int Compare(Group group1, Group group2) throws MPIException {
    if (Arrays.equals(group1.members, group2.members)) {
      return MPI.IDENT;
    }
    return Arrays.equals(group1.sorted(), group2.sorted()) ? MPI.SIMILAR : MPI.UNEQUAL;
  }

  private int[] sorted() {
    return IntStream.of(members).sorted().toArray();
  }

  /// The ranks of the first group, then those of the second that the first does not have.
  public static Group Union(Group group1, Group group2) throws MPIException {
    return new Group(
        IntStream.concat(
                IntStream.of(group1.members),
                IntStream.of(group2.members).filter(rank -> !group1.has(rank)))
            .toArray());
  }

  /// The ranks of the first group that the second has too.
  public static Group Intersection(Group group1, Group group2) throws MPIException {
    return new Group(IntStream.of(group1.members).filter(group2::has).toArray());
  }

  /// The ranks of the first group that the second does not have.
  public static Group Difference(Group group1, Group group2) throws MPIException {
    return new Group(IntStream.of(group1.members).filter(rank -> !group2.has(rank)).toArray());
  }

  /// These ranks, in this order.
  ///
  /// @throws MPIException if there is no such rank, or one is named twice
  public Group Incl(int[] ranks) throws MPIException {
    requireRanks(ranks);
    requireDistinct(ranks);
    return new Group(IntStream.of(ranks).map(rank -> members[rank]).toArray());
  }

  /// All ranks but these.
  ///
  /// @throws MPIException if there is no such rank, or one is named twice
  public Group Excl(int[] ranks) throws MPIException {
    Group left = Incl(ranks);
    return Difference(this, left);
  }

  /// The ranks of ranges.
  ///
  /// @param ranges of each the first rank, the last one and the stride
  /// @throws MPIException if there is no such rank, one is named twice, or a range is none
  public Group Range_incl(int[][] ranges) throws MPIException {
    return Incl(ranksOf(ranges));
  }

  /// All ranks but those of ranges.
  ///
  /// @param ranges of each the first rank, the last one and the stride
  /// @throws MPIException if there is no such rank, one is named twice, or a range is none
  public Group Range_excl(int[][] ranges) throws MPIException {
    return Excl(ranksOf(ranges));
  }

  /// Does nothing: the garbage collector frees groups.
  public void free() {}

  private int[] ranksOf(int[]... ranges) {
    return Arrays.stream(ranges).flatMapToInt(this::range).toArray();
  }

  private IntStream range(int... range) {
    if (range.length != RANGE_FIELDS || range[2] == 0) {
      throw new MPIException(
          "a range of ranks has a first one, a last one and a stride other than 0, not "
              + Arrays.toString(range));
    }
    long steps = ((long) range[1] - range[0]) / range[2];
    boolean empty = range[2] > 0 ? range[1] < range[0] : range[1] > range[0];
    if (empty) {
      return IntStream.empty();
    }
    requireRanks(range[0], (int) (range[0] + steps * range[2]));
    return IntStream.rangeClosed(0, (int) steps).map(step -> range[0] + step * range[2]);
  }

  private void requireRanks(int... ranks) {
    for (int rank : ranks) {
      if (rank < 0 || rank >= members.length) {
        throw new MPIException(
            String.format(Locale.ROOT, "there is no rank %d among %d", rank, members.length));
      }
    }
  }

  private static void requireDistinct(int... ranks) {
    if (IntStream.of(ranks).distinct().count() != ranks.length) {
      throw new MPIException("a rank is named twice in " + Arrays.toString(ranks));
    }
  }
}
