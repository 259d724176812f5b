package io.penstock.message.ranks;

import io.penstock.message.Shares;
import java.util.ArrayList;
import java.util.List;

/// Gather, scatter and all-gather: shares of one region, each of which one rank holds.
final class Gathering {
  /// All-gathers of less are done in as few steps as can be.
  private static final long SMALL = 32 << 10;

  private final Collective collective;
  private final int rank;
  private final int size;

  Gathering(Collective collective) {
    this.collective = collective;
    this.rank = collective.rank();
    this.size = collective.size();
  }

  // ---- to and from one rank --------------------------------------------------------------------

  void gatherHere(Region mine, Region all, Shares shares) {
    List<Step> receives = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        receives.add(collective.receive(share(all, shares, other), other));
      }
    }
    keep(mine, share(all, shares, rank));
    receives.forEach(collective::await);
  }

  void scatterFromHere(Region all, Shares shares, Region mine) {
    List<Step> sends = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        sends.add(collective.send(share(all, shares, other), other));
      }
    }
    keep(share(all, shares, rank), mine);
    sends.forEach(collective::await);
  }

  // ---- to all ranks ----------------------------------------------------------------------------

  void gatherEverywhere(Region mine, Region all, Shares shares) {
    keep(mine, share(all, shares, rank));
    if (isSmall(all, shares)) {
      doubling(mine, all, shares);
    } else {
      ring(all, shares);
    }
  }

  private boolean isSmall(Region all, Shares shares) {
    return all.bytes() <= SMALL && shares.equals(Shares.equal(shares.count(0), size));
  }

  /// Bruck's algorithm: each step doubles what a rank has, from its own share on upwards.
  private void doubling(Region mine, Region all, Shares shares) {
    long n = shares.count(0);
    Region found = collective.scratch(all.kind(), n * size);
    found.slice(0, n).fill(mine);
    for (int have = 1; have < size; have *= 2) {
      int more = Math.min(have, size - have);
      collective.exchange(
          found.slice(0, more * n),
          Math.floorMod(rank - have, size),
          found.slice(have * n, more * n),
          (rank + have) % size);
    }
    for (int i = 1; i < size; i++) {
      share(all, shares, (rank + i) % size).fill(found.slice(i * n, n));
    }
  }

  /// Shares go round: each is sent on to the right as it came from the left.
  private void ring(Region all, Shares shares) {
    int right = (rank + 1) % size;
    int left = Math.floorMod(rank - 1, size);
    for (int step = 0; step < size - 1; step++) {
      int sent = Math.floorMod(rank - step, size);
      int received = Math.floorMod(rank - step - 1, size);
      collective.exchange(share(all, shares, sent), right, share(all, shares, received), left);
    }
  }

  private static Region share(Region all, Shares shares, int rank) {
    return all.slice(shares.displacement(rank), shares.count(rank));
  }

  private static void keep(Region from, Region to) {
    if (!from.isAt(to)) {
      to.fill(from);
    }
  }
}
