package io.penstock.message.ranks;

import io.penstock.message.Shares;

/// Barrier and all-to-all: every rank with every other.
final class Exchanging {
  private final Collective collective;
  private final int rank;
  private final int size;

  Exchanging(Collective collective) {
    this.collective = collective;
    this.rank = collective.rank();
    this.size = collective.size();
  }

  /// After step k a rank knows of the 2 to the k ranks before it.
  void barrier() {
    Region nothing = Region.of(new byte[0]);
    for (int distance = 1; distance < size; distance *= 2) {
      collective.exchange(
          nothing, (rank + distance) % size, nothing, Math.floorMod(rank - distance, size));
    }
  }

  /// In step k each rank sends to the k-th above it: nobody is sent to by two at once.
  void allToAll(Region send, Shares sent, Region receive, Shares received) {
    share(receive, received, rank).fill(share(send, sent, rank));
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      int from = Math.floorMod(rank - step, size);
      collective.exchange(share(send, sent, to), to, share(receive, received, from), from);
    }
  }

  private static Region share(Region all, Shares shares, int rank) {
    return all.slice(shares.displacement(rank), shares.count(rank));
  }
}
