package io.penstock.mpi.message;

/// The ranks on one machine.
///
/// @param ranks how many there are, this one among them
/// @param processors that they may use between them
record Neighbourhood(int ranks, int processors) {
  /// Whether some have to share a processor.
  boolean isCrowded() {
    return ranks > processors;
  }
}
