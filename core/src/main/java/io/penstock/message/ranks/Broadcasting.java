package io.penstock.message.ranks;

import java.util.ArrayList;
import java.util.List;

/// Broadcast down a binomial tree, piece by piece, so that the levels of the tree work at the same
/// time.
final class Broadcasting {
  private static final long PIECE_BYTES = 1 << 20;

  private final Collective collective;
  private final int root;
  private final int place;

  Broadcasting(Collective collective, int root) {
    this.collective = collective;
    this.root = root;
    this.place = Math.floorMod(collective.rank() - root, collective.size());
  }

  void run(Region data) {
    long piece = PIECE_BYTES / data.width();
    long count = data.count();
    long at = 0;
    do {
      long n = Math.min(piece, count - at);
      pass(data.slice(at, n));
      at += n;
    } while (at < count);
  }

  private void pass(Region piece) {
    int parent = place & (place - 1);
    if (place != 0) {
      collective.receiveAll(piece, rank(parent));
    }
    List<Step> sends = new ArrayList<>();
    for (int bit = topBit(); bit > 0; bit >>= 1) {
      if (place + bit < collective.size()) {
        sends.add(collective.send(piece, rank(place + bit)));
      }
    }
    sends.forEach(collective::await);
  }

  /// The largest step down from this place: children add one bit below the place's lowest.
  private int topBit() {
    return place == 0
        ? Integer.highestOneBit(Math.max(1, collective.size() - 1))
        : Integer.lowestOneBit(place) >> 1;
  }

  private int rank(int otherPlace) {
    return (otherPlace + root) % collective.size();
  }
}
