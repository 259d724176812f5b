package io.penstock.message.ranks;

import io.penstock.message.Shares;
import java.util.Comparator;
import java.util.stream.IntStream;

/// A division of a communicator's ranks into new communicators.
final class Grouping {
  private static final int FIELDS = 3;

  private final long[] mine;
  private final int color;
  private long[] all = {};

  /// @param number for a communicator whose first member is this rank
  Grouping(int number, int color, int key) {
    this.color = color;
    this.mine = new long[] {number, color, key};
  }

  /// Learns what all others want.
  void gather(Collective call) {
    all = new long[FIELDS * call.size()];
    new Gathering(call)
        .gatherEverywhere(Region.of(mine), Region.of(all), Shares.equal(FIELDS, call.size()));
  }

  /// The ranks of this one's color.
  Members members(Members from) {
    return from.some(chosen(from));
  }

  private int[] chosen(Members from) {
    return IntStream.range(0, from.size())
        .filter(rank -> all[FIELDS * rank + 1] == color)
        .boxed()
        .sorted(Comparator.comparingLong(rank -> all[FIELDS * rank + 2]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /// The number of the new communicator.
  int number(Members from) {
    return Math.toIntExact(all[FIELDS * chosen(from)[0]]);
  }
}
