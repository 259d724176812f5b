package io.penstock.message.ranks;

import io.penstock.message.Shares;

/// Barrier and all-to-all: every rank with every other.
final class Exchanging {
  /// Parts up to so many bytes are worth being copied at each of few steps rather than sent on
  /// their own, where there are that many ranks.
  private static final long TINY = 256;

  private static final int MANY = 8;

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

  /// All-to-all of parts that have the same length at all ranks.
  void allToAll(Region send, Region receive) {
    Shares equal = Shares.equal(send.count() / size, size);
    if (size >= MANY && equal.count(0) * send.width() <= TINY) {
      inFewSteps(send, receive, equal);
    } else {
      allToAll(send, equal, receive, Shares.equal(receive.count() / size, size));
    }
  }

  /// Bruck's algorithm. The part for the i-th rank above takes the steps of which i is the sum:
  /// each step is a power of two, and moves the parts that take it in one message.
  private void inFewSteps(Region send, Region receive, Shares equal) {
    long part = equal.count(0);
    Region parts = collective.scratch(send.kind(), send.count());
    for (int i = 0; i < size; i++) {
      share(parts, equal, i).fill(share(send, equal, (rank + i) % size));
    }
    Region out = collective.scratch(send.kind(), send.count());
    Region in = collective.scratch(send.kind(), send.count());
    for (int step = 1; step < size; step *= 2) {
      long moved = part * gather(parts, equal, step, out);
      collective.exchange(
          out.slice(0, moved),
          (rank + step) % size,
          in.slice(0, moved),
          Math.floorMod(rank - step, size));
      scatter(in, parts, equal, step);
    }
    for (int i = 0; i < size; i++) {
      share(receive, equal, Math.floorMod(rank - i, size)).fill(share(parts, equal, i));
    }
  }

  /// @return how many parts take the step
  private int gather(Region parts, Shares equal, int step, Region out) {
    int next = 0;
    for (int i = step; i < size; i++) {
      if ((i & step) != 0) {
        share(out, equal, next).fill(share(parts, equal, i));
        next++;
      }
    }
    return next;
  }

  private void scatter(Region in, Region parts, Shares equal, int step) {
    int next = 0;
    for (int i = step; i < size; i++) {
      if ((i & step) != 0) {
        share(parts, equal, i).fill(share(in, equal, next));
        next++;
      }
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
