package io.penstock.message.ranks;

import io.penstock.message.Communicator;
import io.penstock.message.threads.RankThreads;

/// A program of two ranks that call operations of two communicators in different orders.
final class DeadlockedRanks {
  private DeadlockedRanks() {}

  /// Takes no arguments.
  public static void main(String[] arguments) {
    RankThreads.run(2, DeadlockedRanks::call);
  }

  private static void call(Communicator world) {
    Communicator one = world.duplicate();
    Communicator other = world.duplicate();
    (world.rank() == 0 ? one : other).barrier();
    (world.rank() == 0 ? other : one).barrier();
  }
}
