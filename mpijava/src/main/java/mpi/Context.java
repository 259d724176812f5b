package mpi;

import io.penstock.message.Communicator;
import io.penstock.message.Intercommunicator;
import io.penstock.message.PointToPoint;
import java.util.Locale;
import java.util.stream.IntStream;

/// The communicator beneath and the groups of ranks of a communicator of the program, as the
/// calling rank has them.
///
/// @param messages the communicator beneath, or the intercommunicator
/// @param group the ranks that share it
/// @param peers the ranks that messages go to and come from: the same, but in an intercommunicator
record Context(PointToPoint messages, Group group, Group peers) {
  /// The communicator beneath.
  ///
  /// @throws MPIException for an intercommunicator
  Communicator ranks() {
    return switch (messages) {
      case Communicator ranks -> ranks;
      case Intercommunicator _ ->
          throw new MPIException("an intercommunicator where one of a single group is due");
    };
  }

  /// The intercommunicator beneath.
  ///
  /// @throws MPIException for another communicator
  Intercommunicator between() {
    return switch (messages) {
      case Intercommunicator between -> between;
      case Communicator _ -> throw new MPIException("no intercommunicator");
    };
  }

  /// The number beneath of a rank that a message goes to.
  ///
  /// @throws MPIException if there is no such rank
  int beneath(int rank) {
    if (rank < 0 || rank >= peers.size()) {
      throw new MPIException(
          String.format(Locale.ROOT, "there is no rank %d among %d", rank, peers.size()));
    }
    return rank;
  }

  /// The number beneath of a rank, or of any.
  int sourceBeneath(int source) {
    return source == MPI.ANY_SOURCE ? Communicator.ANY_SOURCE : beneath(source);
  }

  static int tagBeneath(int tag) {
    return tag == MPI.ANY_TAG ? Communicator.ANY_TAG : tag;
  }

  /// Ends its use by the calling rank.
  void close() {
    switch (messages) {
      case Communicator ranks -> ranks.close();
      case Intercommunicator between -> between.close();
    }
  }

  /// The context of all ranks of a job.
  static Context ofWorld(Communicator world) {
    Group all = Group.of(IntStream.range(0, world.size()).toArray());
    return new Context(world, all, all);
  }
}
