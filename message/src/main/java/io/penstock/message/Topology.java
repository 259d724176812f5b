package io.penstock.message;

/// The neighbours of each rank of a communicator, for `neighbourAllGather` and `neighbourAllToAll`
/// ([DataOperations]): what MPI calls a process topology (MPI 5.0, chapter 8). It is a value that
/// all ranks have, and makes no communicator of its own.
///
/// A rank has a list of sources, from which it receives, and a list of destinations, to which it
/// sends; the index in the list is the place of its part of the data. The same rank may be there
/// several times: an *edge* leads from one place of one rank to one place of another.
///
/// Immutable and safe for any thread.
public sealed interface Topology permits RankGrid, RankGraph {
  /// How many ranks there are: as many as in the communicators that it is used with.
  int size();

  /// From whom a rank receives, place by place; [Communicator#NO_RANK] where a place has nobody.
  ///
  /// @return a new array
  /// @throws IndexOutOfBoundsException if there is no such rank
  int[] sources(int rank);

  /// To whom a rank sends, place by place; [Communicator#NO_RANK] where a place has nobody.
  ///
  /// @return a new array
  /// @throws IndexOutOfBoundsException if there is no such rank
  int[] destinations(int rank);

  /// The other end of an edge: where among its own destinations a source of a rank has the place
  /// from which it sends to one of the rank's places.
  ///
  /// @param place among the rank's sources, one that has a rank
  /// @throws IndexOutOfBoundsException if there is no such rank or place
  int sendPlace(int rank, int place);
}
