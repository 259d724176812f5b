package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.message.threads.RankThreads;
import io.penstock.testing.AllocatedBytes;
import java.lang.foreign.Arena;

/// Two ranks that send memory of every sort to and fro, and print what a message leaves behind in
/// the round that leaves least.
///
/// A program of its own: the JDK's selectors make an object for each event where the process has
/// more than 128 files open, as a test's may have.
final class SteadyTraffic {
  private static final int MESSAGES = 5000;

  /// The compiler may need this many rounds until what is never used is no longer allocated.
  private static final int ROUNDS = 40;

  private SteadyTraffic() {}

  /// Runs both ranks.
  ///
  /// @param arguments the transport
  public static void main(String[] arguments) {
    switch (arguments[0]) {
      case "threads" -> RankThreads.run(2, SteadyTraffic::exchange);
      case "tcp" -> LoopbackRanks.run(2, SteadyTraffic::exchange);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void exchange(Communicator world) {
    try (Arena arena = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      tell(world, "double[1]", new double[1]);
      tell(world, "long[1000]", new long[1000]);
      tell(world, "80 of int[100]", Elements.of(new int[100], 10, 80));
      tell(world, "64 confined bytes", arena.allocate(64));
      tell(world, "16 floats", Elements.of(shared.allocate(64), ElementType.FLOAT));
      tell(world, "byte[80000]", new byte[80_000]);
    }
  }

  private static void tell(Communicator world, String name, Object data) {
    double least = Double.MAX_VALUE;
    boolean lean = false;
    for (int round = 0; round < ROUNDS && !lean; round++) {
      long before = AllocatedBytes.now();
      pingPong(world, data);
      least = Math.min(least, (AllocatedBytes.now() - before) / (2.0 * MESSAGES));
      lean = agreed(world, least < 1);
    }
    System.out.println(name + ": " + (lean ? "" : "at least ") + least);
  }

  private static boolean agreed(Communicator world, boolean here) {
    int[] all = {here ? 1 : 0};
    world.allReduce(all, all, Reduction.LOGICAL_AND);
    return all[0] == 1;
  }

  private static void pingPong(Communicator world, Object data) {
    for (int i = 0; i < MESSAGES; i++) {
      if (world.rank() == 0) {
        world.send(data, 1, 0);
        world.receive(data, 1, 0);
      } else {
        world.receive(data, 0, 0);
        world.send(data, 0, 0);
      }
    }
  }
}
