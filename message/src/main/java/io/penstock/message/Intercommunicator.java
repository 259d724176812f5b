package io.penstock.message;

import io.penstock.object.ObjectCodec;

/// Two groups of ranks that send to each other: a rank names as source and destination those of the
/// other group, 0 to `remoteSize() - 1`.
///
/// [Communicator#createIntercommunicator] makes it of two communicators. What is said of data,
/// order, tags, threads and errors in [Communicator] holds here, too. No message of it meets one of
/// a communicator.
public non-sealed interface Intercommunicator extends IntergroupOperations, AutoCloseable {
  /// As root: the caller itself, as MPI's `MPI_ROOT`. Others of its group pass
  /// [Communicator#NO_RANK].
  int ROOT = Integer.MIN_VALUE + 1;

  /// Where a group's ranks come in a communicator of both.
  enum Place {
    /// Before those of the other group.
    FIRST,
    /// After those of the other group.
    LAST
  }

  /// This rank in its group: 0 to `size() - 1`.
  int rank();

  /// How many ranks this rank's group has.
  int size();

  /// How many ranks the other group has.
  int remoteSize();

  /// What the program calls it: the name of the communicator from which it was made.
  String name();

  /// The same intercommunicator with another name. Closing either closes both.
  Intercommunicator withName(String name);

  /// The same intercommunicator with another codec for objects. Closing either closes both.
  Intercommunicator withObjects(ObjectCodec codec);

  /// Waits until all ranks of both groups have come here.
  void barrier();

  /// Starts a barrier.
  ///
  /// @return done when all ranks of both groups have come to it
  Request ibarrier();

  /// The same groups with messages of their own. Called by all ranks of both.
  Intercommunicator duplicate();

  /// A communicator of both groups, in which each keeps its order. Called by all ranks of both.
  ///
  /// @param place of the caller's group, the same at all its ranks; where both say the same, one of
  ///   them comes first, the same one whenever these are merged
  /// @throws CollectiveMismatchException if ranks of a group say different ones
  Communicator merge(Place place);

  /// Ends the use of this intercommunicator by this rank. Further calls do nothing.
  ///
  /// @throws IllegalStateException if requests were under way; it is closed nonetheless, their
  ///   receives are cancelled, and what they send may never arrive
  @Override
  void close();
}
