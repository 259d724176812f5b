package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.message.threads.RankThreads;
import io.penstock.testing.AllocatedBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;

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
      double[] one = new double[1];
      tell(world, "double[1]", to -> world.send(one, to, 0), from -> world.receive(one, from, 0));
      long[] longs = new long[1000];
      tell(
          world,
          "long[1000]",
          to -> world.send(longs, to, 0),
          from -> world.receive(longs, from, 0));
      tell(world, "80 of int[100]", Elements.of(new int[100], 10, 80));
      MemorySegment confined = arena.allocate(64);
      tell(
          world,
          "64 confined bytes",
          to -> world.send(confined, to, 0),
          from -> world.receive(confined, from, 0));
      tell(world, "16 floats", Elements.of(shared.allocate(64), ElementType.FLOAT));
      tellPersistent(world);
      byte[] bytes = new byte[80_000];
      tell(
          world,
          "byte[80000]",
          to -> world.send(bytes, to, 0),
          from -> world.receive(bytes, from, 0));
    }
  }

  private static void tellPersistent(Communicator world) {
    try (PersistentRequest out = world.persistentSend(new double[1], 1 - world.rank(), 0);
        PersistentRequest in = world.persistentReceive(new double[1], 1 - world.rank(), 0)) {
      tell(world, "persistent double[1]", _ -> run(out), _ -> run(in));
    }
  }

  private static void run(PersistentRequest request) {
    request.start();
    request.await();
  }

  private static void tell(Communicator world, String name, Elements data) {
    tell(world, name, to -> world.send(data, to, 0), from -> world.receive(data, from, 0));
  }

  private static void tell(Communicator world, String name, IntConsumer send, IntConsumer receive) {
    double least = Double.MAX_VALUE;
    boolean lean = false;
    for (int round = 0; round < ROUNDS && !lean; round++) {
      long before = AllocatedBytes.now();
      pingPong(world, send, receive);
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

  private static void pingPong(Communicator world, IntConsumer send, IntConsumer receive) {
    for (int i = 0; i < MESSAGES; i++) {
      if (world.rank() == 0) {
        send.accept(1);
        receive.accept(1);
      } else {
        receive.accept(0);
        send.accept(0);
      }
    }
  }
}
