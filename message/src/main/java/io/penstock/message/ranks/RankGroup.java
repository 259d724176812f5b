package io.penstock.message.ranks;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The ranks of a communicator, and who they are in the world.
///
/// Unmodifiable.
final class RankGroup {
  private final int[] worldRanks;
  private final int[] ranks;
  private final int[] all;
  private final int self;
  private final IntFunction<String> names;
  private final IntFunction<String> namesByWorldRank = this::nameOfWorldRank;

  private RankGroup(int[] worldRanks, int worldSize, int self, IntFunction<String> names) {
    this.worldRanks = worldRanks;
    this.ranks = places(worldRanks, worldSize);
    this.all = IntStream.range(0, worldRanks.length).toArray();
    this.self = self;
    this.names = names;
  }

  private static int[] places(int[] worldRanks, int worldSize) {
    int[] ranks = new int[worldSize];
    Arrays.fill(ranks, -1);
    for (int rank = 0; rank < worldRanks.length; rank++) {
      ranks[worldRanks[rank]] = rank;
    }
    return ranks;
  }

  /// All ranks of the world.
  static RankGroup world(int size, int self) {
    return new RankGroup(IntStream.range(0, size).toArray(), size, self, Integer::toString);
  }

  /// Some of these, in the order given.
  RankGroup some(int[] chosen) {
    int[] inWorld = Arrays.stream(chosen).map(rank -> worldRanks[rank]).toArray();
    return of(inWorld, worldRanks[self]);
  }

  /// Ranks of the same world.
  ///
  /// @param selfInWorld who this rank is there: one of them
  RankGroup of(int[] inWorld, int selfInWorld) {
    int place = places(inWorld, ranks.length)[selfInWorld];
    return new RankGroup(inWorld, ranks.length, place, Integer::toString);
  }

  /// Ranks of the same world that this one sends to, and is called by a number of its own there.
  RankGroup others(int[] inWorld) {
    return new RankGroup(inWorld, ranks.length, self, Integer::toString);
  }

  /// The same ranks, called otherwise in messages to the reader.
  ///
  /// @param name of a rank, without the word itself
  RankGroup called(IntFunction<String> name) {
    return new RankGroup(worldRanks, ranks.length, self, name);
  }

  int self() {
    return self;
  }

  int size() {
    return worldRanks.length;
  }

  /// What a rank is called in messages to the reader, after the word itself.
  String name(int rank) {
    return names.apply(rank);
  }

  /// What a rank of the world is called in messages to the reader, after the word itself.
  String nameOfWorldRank(int inWorld) {
    int rank = ranks[inWorld];
    return rank < 0 ? inWorld + " of the job" : name(rank);
  }

  /// The same for each of them: always the same function, which costs a message nothing.
  IntFunction<String> namesByWorldRank() {
    return namesByWorldRank;
  }

  /// 0 to `size() - 1`; not to be changed.
  int[] all() {
    return all;
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
