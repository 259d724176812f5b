package io.penstock.message.ranks;

import java.util.Locale;
import java.util.stream.IntStream;

/// The two groups of an intercommunicator, as one of their ranks sees them.
///
/// Their collective operations run among the ranks of both, which have common numbers for this: the
/// group that is first comes first, at all ranks.
final class GroupPair {
  private final RankGroup all;
  private final RankGroup peers;
  private final int[] own;
  private final int[] other;

  /// @param group of this rank
  /// @param others who the ranks of the other group are in the world: none of this group
  /// @param isFirst whether this rank's group is first
  GroupPair(RankGroup group, int[] others, boolean isFirst) {
    int size = group.size();
    int ownFrom = isFirst ? 0 : others.length;
    int otherFrom = isFirst ? size : 0;
    this.own = IntStream.range(ownFrom, ownFrom + size).toArray();
    this.other = IntStream.range(otherFrom, otherFrom + others.length).toArray();
    int[] first = isFirst ? group.inWorld() : others;
    int[] second = isFirst ? others : group.inWorld();
    this.all =
        group
            .of(
                IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray(),
                group.inWorld(group.self()))
            .called(common -> name(common, ownFrom, otherFrom));
    this.peers = group.others(others);
  }

  private String name(int common, int ownFrom, int otherFrom) {
    if (common >= own.length + other.length) {
      return "NO_RANK";
    }
    boolean isOwn = common >= ownFrom && common < ownFrom + own.length;
    return isOwn ? common - ownFrom + " of this group" : common - otherFrom + " of the other group";
  }

  /// The ranks of both, by their common numbers.
  RankGroup all() {
    return all;
  }

  /// The ranks that messages go to, by their numbers in their group.
  RankGroup peers() {
    return peers;
  }

  /// This rank in its group.
  int rank() {
    return peers.self();
  }

  int size() {
    return own.length;
  }

  int remoteSize() {
    return other.length;
  }

  /// The common numbers of this rank's group; not to be changed.
  int[] own() {
    return own;
  }

  /// The common numbers of the other group; not to be changed.
  int[] other() {
    return other;
  }

  /// The common number of a rank of the other group.
  ///
  /// @throws IllegalArgumentException if there is no such rank
  int other(int rank) {
    if (rank < 0 || rank >= other.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "there is no rank %d in the other group of %d: ranks are 0 to %d; the root itself is ROOT, ranks beside it pass NO_RANK",
              rank,
              other.length,
              other.length - 1));
    }
    return other[rank];
  }

  /// A root that no rank is: what those beside it know of it.
  int noRoot() {
    return all.size();
  }
}
