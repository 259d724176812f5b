package io.penstock.memory;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/// Each region has a ledger of its own, and the first region with room is taken. Those that were
/// added last are the first to become free.
///
/// With buddies this is the document's second strategy (Baker, Carpenter and Shafi, section 3.1),
/// which searches one region after the other. Here a tree over the regions says which is the first
/// that may have room: each inner node holds the most that one of its two halves may have. A search
/// takes as many steps as the tree is deep, and as many again for each region that promised more
/// than it had, which is then remembered until something is given back there.
final class RegionByRegion extends Regions {
  private final LongFunction<Ledger> ledger;

  /// The tree in one array: the root at 1, the children of n at 2n and 2n + 1, the regions in the
  /// second half.
  private long[] room = new long[2];

  /// @param ledger makes one for a region of so many units
  RegionByRegion(PoolOptions options, LongFunction<Ledger> ledger) {
    super(options);
    this.ledger = ledger;
  }

  @Override
  Optional<Place> find(long units) {
    while (room[1] >= units) {
      int number = firstWithRoom(units);
      Plot plot = plotNumbered(number);
      long unit = plot.ledger().takeUnits(units);
      if (unit != Ledger.NONE) {
        note(number, Math.min(room[room.length / 2 + number], plot.ledger().room()));
        return Optional.of(new Place(plot, unit));
      }
      note(number, Math.min(units - 1, plot.ledger().room()));
    }
    return Optional.empty();
  }

  private int firstWithRoom(long units) {
    int node = 1;
    while (node < room.length / 2) {
      node *= 2;
      if (room[node] < units) {
        node++;
      }
    }
    return node - room.length / 2;
  }

  @Override
  Plot plot(Storage.Region region, long number) {
    return new Plot(region, ledger.apply(1L << top()), number, 0);
  }

  @Override
  void noteRoom(Plot plot, long units) {
    int number = Math.toIntExact(plot.number());
    while (number >= room.length / 2) {
      grow();
    }
    note(number, units);
  }

  private void note(int number, long most) {
    int node = room.length / 2 + number;
    room[node] = most;
    for (node /= 2; node >= 1; node /= 2) {
      room[node] = Math.max(room[2 * node], room[2 * node + 1]);
    }
  }

  private void grow() {
    int regions = room.length / 2;
    long[] leaves = Arrays.copyOfRange(room, regions, 2 * regions);
    room = new long[4 * regions];
    System.arraycopy(leaves, 0, room, 2 * regions, regions);
    for (int node = 2 * regions - 1; node >= 1; node--) {
      room[node] = Math.max(room[2 * node], room[2 * node + 1]);
    }
  }
}
