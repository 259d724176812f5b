package io.penstock.message.ranks;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/// The ranks of a communicator, and who they are in the world.
///
/// Unmodifiable.
final class RankGroup {
  private final int[] worldRanks;
  private final int[] ranks;
  private final int self;

  private RankGroup(int[] worldRanks, int worldSize, int selfInWorld) {
    this.worldRanks = worldRanks;
    this.ranks = new int[worldSize];
    Arrays.fill(ranks, -1);
    for (int rank = 0; rank < worldRanks.length; rank++) {
      ranks[worldRanks[rank]] = rank;
    }
    this.self = ranks[selfInWorld];
  }

  /// All ranks of the world.
  static RankGroup world(int size, int self) {
    return new RankGroup(IntStream.range(0, size).toArray(), size, self);
  }

  /// Some of these, in the order given.
  RankGroup some(int[] chosen) {
    int[] inWorld = Arrays.stream(chosen).map(rank -> worldRanks[rank]).toArray();
    return new RankGroup(inWorld, ranks.length, worldRanks[self]);
  }

  int self() {
    return self;
  }

  int size() {
    return worldRanks.length;
  }

  int worldSize() {
    return ranks.length;
  }

  /// Who they are in the world, by rank; not to be changed.
  int[] inWorld() {
    return worldRanks;
  }

  /// Who a rank is in the world.
  ///
  /// @throws IllegalArgumentException if there is no such rank
  int inWorld(int rank) {
    if (rank < 0 || rank >= worldRanks.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "there is no rank %d in a communicator of %d: ranks are 0 to %d",
              rank,
              worldRanks.length,
              worldRanks.length - 1));
    }
    return worldRanks[rank];
  }

  /// The rank of one of the world; -1 if it is no member.
  int rank(int inWorld) {
    return ranks[inWorld];
  }
}
