package io.penstock.collective;

import java.io.IOException;
import java.util.List;

/// The position that the ranks of a file share, for what all of them do with it together.
record SharedPosition(Accord accord, Sidecar sidecar) {
  /// Moves it on by what all ranks want.
  ///
  /// @param calls by rank, with how many elements
  /// @param limit which it may not pass
  /// @return each rank's first element
  /// @throws SharedFileException if it would pass the limit, or cannot be moved; then it stays
  long[] advance(List<Call> calls, long limit) throws IOException {
    long total = calls.stream().mapToLong(Call::number).reduce(0, Math::addExact);
    long[] base = new long[1];
    accord.settle(
        accord.isRoot()
            ? Outcome.of(() -> base[0] = sidecar.advance(total, limit))
            : new Outcome());
    accord.ranks().broadcast(base, 0);
    long[] starts = new long[calls.size()];
    long next = base[0];
    for (int rank = 0; rank < starts.length; rank++) {
      starts[rank] = next;
      next += calls.get(rank).number();
    }
    return starts;
  }

  /// Sets it.
  ///
  /// @throws SharedFileException if that fails
  void seek(long element) throws IOException {
    accord.settle(accord.isRoot() ? Outcome.of(() -> sidecar.seek(element)) : new Outcome());
  }
}
