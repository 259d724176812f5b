package mpi;

import io.penstock.message.Communicator;
import java.util.Locale;
import java.util.stream.IntStream;

/// The communicator beneath and the groups of ranks of a communicator of the program, as the
/// calling rank has them.
///
/// @param ranks the communicator beneath
/// @param group the ranks that share it
/// @param peers the ranks that messages go to and come from: the same, but in an intercommunicator
record Context(Communicator ranks, Group group, Group peers) {
  /// The number beneath of a rank that a message goes to.
  ///
  /// @throws MPIException if there is no such rank
  int beneath(int rank) {
    if (rank < 0 || rank >= peers.size()) {
      throw new MPIException(
          String.format(Locale.ROOT, "there is no rank %d among %d", rank, peers.size()));
    }
    return isBetweenGroups() ? peers.worldRank(rank) : rank;
  }

  /// The number beneath of a rank, or of any.
  int sourceBeneath(int source) {
    return source == MPI.ANY_SOURCE ? Communicator.ANY_SOURCE : beneath(source);
  }

  /// The program's number of a rank beneath.
  int above(int rank) {
    return isBetweenGroups() ? peers.rankOf(rank) : rank;
  }

  boolean isBetweenGroups() {
    return peers != group;
  }

  static int tagBeneath(int tag) {
    return tag == MPI.ANY_TAG ? Communicator.ANY_TAG : tag;
  }

  /// The context of all ranks of a job.
  static Context ofWorld(Communicator world) {
    Group all = Group.of(IntStream.range(0, world.size()).toArray());
    return new Context(world, all, all);
  }
}
