package io.penstock.message;

import static io.penstock.message.Communicator.NO_RANK;
import static io.penstock.message.Intercommunicator.ROOT;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Every third rank and the others, as one of them has them. Ranks are those of the world.
final class TwoGroups {
  private static final int TAG = 7;

  final Intercommunicator between;
  final int[] own;
  final int[] other;
  private final int me;

  TwoGroups(Intercommunicator between, int[] own, int[] other, int me) {
    this.between = between;
    this.own = own;
    this.other = other;
    this.me = me;
  }

  static TwoGroups of(Communicator world) {
    int[] thirds = ranks(world, rank -> rank % 3 == 0 ? 1 : 0);
    int[] rest = ranks(world, rank -> rank % 3 == 0 ? 0 : 1);
    boolean isThird = world.rank() % 3 == 0;
    int[] own = isThird ? thirds : rest;
    int[] other = isThird ? rest : thirds;
    Communicator group = world.split(isThird ? 0 : 1, 0).orElseThrow();
    int remoteLeader = other[other.length - 1];
    Intercommunicator between =
        group.createIntercommunicator(own.length - 1, world, remoteLeader, TAG);
    return new TwoGroups(between, own, other, world.rank());
  }

  private static int[] ranks(Communicator world, IntUnaryOperator wanted) {
    return IntStream.range(0, world.size()).filter(rank -> wanted.applyAsInt(rank) == 1).toArray();
  }

  boolean isThird() {
    return me % 3 == 0;
  }

  /// What a rank passes as root, where it is a rank of one of the groups.
  int root(boolean ofThirds, int rank) {
    if (ofThirds != isThird()) {
      return rank;
    }
    return between.rank() == rank ? ROOT : NO_RANK;
  }
}
