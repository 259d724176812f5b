package io.penstock.collective;

import io.penstock.array.pack.Walk;
import java.util.Arrays;

/// The stretches of a piece in which some rank has elements. Used again from piece to piece.
final class Coverage {
  private long[] starts = new long[16];
  private long[] ends = new long[16];
  private int count;

  /// How many stretches there are.
  int count() {
    return count;
  }

  /// The position at which a stretch begins.
  long start(int stretch) {
    return starts[stretch];
  }

  /// The position at which a stretch ends.
  long end(int stretch) {
    return ends[stretch];
  }

  /// Takes all of a range for covered.
  void whole(long start, long end) {
    count = 0;
    if (end > start) {
      add(start, end);
    }
  }

  /// Finds the stretches, in ascending order.
  ///
  /// @param walks by rank, over positions in the file
  /// @param from each rank's first element
  /// @param to one past each rank's last element
  /// @param gap elements of others that a stretch may contain in one place
  /// @param patience how many steps this may take
  /// @return whether it took no more; otherwise nothing was found
  boolean find(Walk[] walks, long[] from, long[] to, long gap, long patience) {
    count = 0;
    for (int rank = 0; rank < walks.length; rank++) {
      walks[rank].seek(from[rank]);
    }
    long steps = 0;
    for (int rank = lowest(walks, to); rank >= 0; rank = lowest(walks, to)) {
      if (++steps > patience) {
        return false;
      }
      take(walks[rank], to[rank], gap);
    }
    return true;
  }

  /// The rank whose next element lies lowest; -1 if none has any left.
  private static int lowest(Walk[] walks, long[] to) {
    int lowest = -1;
    for (int rank = 0; rank < walks.length; rank++) {
      boolean left = walks[rank].element() < to[rank];
      if (left && (lowest < 0 || walks[rank].position() < walks[lowest].position())) {
        lowest = rank;
      }
    }
    return lowest;
  }

  private void take(Walk walk, long to, long gap) {
    long step = walk.step();
    long n = step - 1 > gap ? 1 : Math.min(walk.run(), to - walk.element());
    long start = walk.position();
    long end = start + (n - 1) * step + 1;
    if (count > 0 && start - ends[count - 1] <= gap) {
      ends[count - 1] = Math.max(ends[count - 1], end);
    } else {
      add(start, end);
    }
    walk.advance(n);
  }

  private void add(long start, long end) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    starts[count] = start;
    ends[count] = end;
    count++;
  }
}
