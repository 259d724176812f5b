package io.penstock.simulation;

import io.penstock.array.Elements;
import io.penstock.message.Communicator;
import io.penstock.message.MatchedMessage;
import io.penstock.message.MessageException;
import io.penstock.message.RankFailedException;
import io.penstock.message.Reduction;
import io.penstock.message.Request;
import io.penstock.message.Status;
import io.penstock.message.Window;
import io.penstock.message.tcp.SimulatedRanks;
import io.penstock.message.tcp.TcpSettings;
import io.penstock.simulation.runtime.Draws;
import io.penstock.simulation.runtime.Simulation;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Programs of messages: every rank does its part of one list of operations that all draw from the
/// same seed, and knows what it must receive.
final class MessageScenarios {
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MOST_BYTES = 40_000;

  private MessageScenarios() {}

  private static TcpSettings settings(Draws draws) {
    return new TcpSettings(draws.spread(1, 16_000), SILENCE, SILENCE);
  }

  /// Ranks that all live: delays, pieces, pauses and clocks that jump change nothing.
  static void whole(Simulation simulation) throws InterruptedException {
    Draws draws = simulation.draws();
    int size = 2 + draws.below(3);
    SimulatedRanks ranks = new SimulatedRanks(simulation, size, settings(draws));
    Program program = new Program(draws.below(1L << 40), 2 + draws.below(7));
    int disturbances = draws.below(3);
    for (int i = 0; i < disturbances; i++) {
      disturb(simulation, ranks, draws);
    }
    ranks.start(program::run);
    ranks.await();
    if (disturbances == 0) {
      requireSwift(ranks, program);
    }
    requireNoneFailed(ranks);
    requireNothingLeft(ranks);
  }

  /// No operation waits for more than the network: neither for the progress thread, which looks
  /// each 10 ms, nor for the end of a nap.
  private static void requireSwift(SimulatedRanks ranks, Program program) {
    long delay = ranks.network().delayNanos();
    long turns = 60 + 8L * MOST_BYTES / ranks.network().room();
    if (program.slowestNanos() > 3 * MILLI + turns * delay) {
      throw new AssertionError(
          "an operation took "
              + program.slowestNanos()
              + " ns, with a delay of "
              + delay
              + " ns and room for "
              + ranks.network().room());
    }
  }

  private static void requireNoneFailed(SimulatedRanks ranks) {
    AssertionError failed = new AssertionError("ranks failed");
    for (int rank = 0; rank < ranks.size(); rank++) {
      ranks.thrown(rank).ifPresent(failed::addSuppressed);
    }
    if (failed.getSuppressed().length > 0) {
      throw failed;
    }
  }

  private static void disturb(Simulation simulation, SimulatedRanks ranks, Draws draws) {
    int one = draws.below(ranks.size());
    int other = (one + 1 + draws.below(ranks.size() - 1)) % ranks.size();
    long span = draws.spread(MILLI, SILENCE / 3);
    long when = draws.spread(1000, 200 * MILLI);
    switch (draws.below(3)) {
      case 0 -> simulation.after(when, () -> ranks.network().part(one, other, span));
      case 1 -> simulation.after(when, () -> simulation.stop(ranks.process(one), 2 * span));
      default -> simulation.after(when, () -> simulation.jump(ranks.process(one), 60 * span));
    }
  }

  /// Ranks of which one dies, is parted from another for long, or whose connection breaks: all
  /// others end within the time that is promised, by an exception that says so or with what they
  /// must have received.
  static void dying(Simulation simulation) throws InterruptedException {
    Draws draws = simulation.draws();
    int size = 2 + draws.below(3);
    SimulatedRanks ranks = new SimulatedRanks(simulation, size, settings(draws));
    Program program = new Program(draws.below(1L << 40), 6 + draws.below(12));
    int victim = draws.below(size);
    int other = (victim + 1 + draws.below(size - 1)) % size;
    int way = draws.below(4);
    long[] harmed = {Long.MAX_VALUE};
    simulation.untilDone(
        draws.spread(1000, 100 * MILLI),
        () -> {
          if (ranks.isOver(victim)) {
            return true;
          }
          boolean done =
              switch (way) {
                case 0 -> ranks.kill(victim);
                case 1 -> ranks.takePower(victim);
                case 2 -> {
                  ranks.network().part(victim, other, 100 * SILENCE);
                  yield true;
                }
                default -> {
                  ranks.network().reset(victim, other);
                  yield true;
                }
              };
          if (done) {
            harmed[0] = simulation.nanos();
          }
          return done;
        });
    ranks.start(program::run);
    ranks.await();
    if (harmed[0] != Long.MAX_VALUE && simulation.nanos() - harmed[0] > 20 * SILENCE) {
      throw new AssertionError(
          "the job has ended " + (simulation.nanos() - harmed[0]) / MILLI + " ms after the harm");
    }
    for (int rank = 0; rank < size; rank++) {
      requireReason(ranks, rank);
    }
  }

  private static void requireReason(SimulatedRanks ranks, int rank) {
    Throwable e = ranks.thrown(rank).orElse(null);
    boolean documented =
        e == null
            || e instanceof RankFailedException
            || e instanceof MessageException
            || (e instanceof IllegalStateException
                && String.valueOf(e.getMessage()).contains("left"));
    if (!documented) {
      throw new AssertionError("rank " + rank + " ended by another exception", e);
    }
  }

  private static void requireNothingLeft(SimulatedRanks ranks) {
    for (int rank = 0; rank < ranks.size(); rank++) {
      long live = ranks.pool(rank).statistics().liveBlocks();
      if (live != 0) {
        throw new AssertionError("rank " + rank + " has left " + live + " blocks of its pool");
      }
      ranks.pool(rank).close();
    }
  }

  /// A list of operations.
  private static final class Program {
    private final long seed;
    private final int operations;
    private long slowestNanos;

    /// @param seed of the list
    /// @param operations how many
    Program(long seed, int operations) {
      this.seed = seed;
      this.operations = operations;
    }

    /// The longest time of an operation that takes no locks.
    long slowestNanos() {
      return slowestNanos;
    }

    void run(Communicator world) {
      Draws draws = new Draws(seed);
      Simulation simulation = Simulation.current();
      for (int i = 0; i < operations; i++) {
        if (draws.onceIn(12)) {
          window(world, draws);
        }
        long begin = simulation.nanos();
        switch (draws.below(11)) {
          case 0 -> world.barrier();
          case 1 -> broadcast(world, draws, i);
          case 2 -> allReduce(world, draws, i);
          case 3 -> allToAll(world, draws, i);
          case 4 -> besides(world, draws, i);
          case 5 -> anySource(world, draws, i);
          case 6 -> split(world, draws, i);
          case 7 -> mixed(world, draws, i);
          case 8 -> probed(world, draws, i);
          default -> exchange(world, draws, i);
        }
        slowestNanos = Math.max(slowestNanos, simulation.nanos() - begin);
        world.barrier();
      }
    }

    private static byte[] bytes(int length, int operation, int from, int to) {
      byte[] made = new byte[length];
      for (int i = 0; i < length; i++) {
        made[i] = (byte) (31 * operation + 7 * from + 3 * to + i + (i >> 8));
      }
      return made;
    }

    private static void require(byte[] expected, byte[] found, String what) {
      if (!Arrays.equals(expected, found)) {
        throw new AssertionError(
            what + ": other bytes from " + Arrays.mismatch(expected, found) + " on");
      }
    }

    private static int length(Draws draws) {
      return (int) draws.spread(1, MOST_BYTES) - 1;
    }

    private static void broadcast(Communicator world, Draws draws, int operation) {
      int root = draws.below(world.size());
      byte[] expected = bytes(length(draws), operation, root, 0);
      byte[] data = world.rank() == root ? expected.clone() : new byte[expected.length];
      world.broadcast(data, root);
      require(expected, data, "broadcast " + operation);
    }

    private static void allReduce(Communicator world, Draws draws, int operation) {
      int[] mine = new int[1 + length(draws) / 4];
      int[] expected = new int[mine.length];
      for (int i = 0; i < mine.length; i++) {
        mine[i] = i * (world.rank() + 1) + operation;
        for (int rank = 0; rank < world.size(); rank++) {
          expected[i] += i * (rank + 1) + operation;
        }
      }
      int[] all = new int[mine.length];
      world.allReduce(mine, all, Reduction.SUM);
      if (!Arrays.equals(expected, all)) {
        throw new AssertionError("allReduce " + operation + ": another sum");
      }
    }

    private static void allToAll(Communicator world, Draws draws, int operation) {
      int part = 1 + length(draws) / world.size();
      byte[] sent = new byte[part * world.size()];
      byte[] expected = new byte[sent.length];
      for (int other = 0; other < world.size(); other++) {
        System.arraycopy(bytes(part, operation, world.rank(), other), 0, sent, other * part, part);
        System.arraycopy(
            bytes(part, operation, other, world.rank()), 0, expected, other * part, part);
      }
      byte[] received = new byte[sent.length];
      world.allToAll(sent, received);
      require(expected, received, "allToAll " + operation);
    }

    /// A collective operation beside messages of one rank to the next.
    private static void besides(Communicator world, Draws draws, int operation) {
      int root = draws.below(world.size());
      byte[] expected = bytes(length(draws), operation, root, 1);
      byte[] data = world.rank() == root ? expected.clone() : new byte[expected.length];
      Request broadcast = world.ibroadcast(data, root);
      exchange(world, draws, operation);
      broadcast.await();
      require(expected, data, "ibroadcast " + operation);
    }

    /// All send to one, which takes what comes first.
    private static void anySource(Communicator world, Draws draws, int operation) {
      int root = draws.below(world.size());
      int length = length(draws);
      if (world.rank() != root) {
        world.send(bytes(length, operation, world.rank(), root), root, operation);
        return;
      }
      boolean[] seen = new boolean[world.size()];
      for (int i = 1; i < world.size(); i++) {
        byte[] data = new byte[length];
        int source = world.receive(data, Communicator.ANY_SOURCE, operation).source();
        if (seen[source]) {
          throw new AssertionError("two messages from rank " + source);
        }
        seen[source] = true;
        require(bytes(length, operation, source, root), data, "from " + source);
      }
    }

    /// All send to one several messages of one tag, for which it has posted receives from each rank
    /// and then ones from any: those of a rank come in their order.
    private static void mixed(Communicator world, Draws draws, int operation) {
      int root = draws.below(world.size());
      int length = 3 + length(draws) / 8;
      int each = 2 + draws.below(3);
      boolean early = draws.below(2) == 0;
      if (world.rank() != root) {
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < each; i++) {
          byte[] data = bytes(length, operation, world.rank(), i);
          data[0] = (byte) world.rank();
          data[1] = (byte) i;
          requests.add(world.isend(data, root, operation));
        }
        if (early) {
          world.barrier();
        }
        Request.awaitAll(requests);
        return;
      }
      if (early && length * (long) each < 4000) {
        world.barrier(); // many have come before their receives
      }
      List<Request> requests = new ArrayList<>();
      List<byte[]> received = new ArrayList<>();
      int others = world.size() - 1;
      for (int i = 0; i < others * each; i++) {
        int from = i < others ? (root + 1 + i) % world.size() : Communicator.ANY_SOURCE;
        byte[] data = new byte[length];
        received.add(data);
        requests.add(world.ireceive(data, from, operation));
      }
      if (early && length * (long) each >= 4000) {
        world.barrier();
      }
      Request.awaitAll(requests);
      int[] next = new int[world.size()];
      for (int i = 0; i < received.size(); i++) {
        byte[] data = received.get(i);
        byte[] expected = bytes(length, operation, data[0], data[1]);
        expected[0] = data[0];
        expected[1] = data[1];
        require(expected, data, "mixed " + operation);
        if (data[1] != next[data[0]]++ || (i < others && data[1] != 0)) {
          throw new AssertionError(
              "message " + data[1] + " of rank " + data[0] + " met receive " + i);
        }
      }
    }

    /// Each rank adds to counters of all by fetching, and by reading and writing under a lock.
    private static void window(Communicator world, Draws draws) {
      int rounds = 1 + draws.below(3);
      try (Window window = world.allocateWindow(2 * Long.BYTES)) {
        for (int round = 0; round < rounds; round++) {
          for (int i = 0; i < world.size(); i++) {
            int target = (world.rank() + i) % world.size();
            window.lock(target);
            long _ = window.fetchAndOperate(1, Reduction.SUM, target, 0);
            long[] value = new long[1];
            window.get(Elements.of(value), target, 1);
            window.flush(target);
            value[0]++;
            window.put(Elements.of(value), target, 1);
            window.unlock(target);
          }
        }
        flushed(world);
        long expected = (long) rounds * world.size();
        window.lock(world.rank());
        long[] counters = new long[2];
        window.get(Elements.of(counters), world.rank(), 0);
        window.unlock(world.rank());
        if (counters[0] != expected || counters[1] != expected) {
          throw new AssertionError(Arrays.toString(counters) + " counted, not " + expected);
        }
      }
    }

    /// What was put is there when the flush has returned, which a message tells; readers share a
    /// lock, in which nothing changes.
    private static void flushed(Communicator world) {
      int next = (world.rank() + 1) % world.size();
      int before = (world.rank() - 1 + world.size()) % world.size();
      try (Window window = world.allocateWindow(2 * Long.BYTES)) {
        window.lockAll();
        window.put(Elements.of(new long[] {world.rank(), world.rank()}), next, 0);
        window.flush(next);
        Request told = world.isend(new byte[1], next, 1 << 20);
        Status _ = world.receive(new byte[1], before, 1 << 20);
        window.sync();
        long found = window.memory().get(ValueLayout.JAVA_LONG, 0);
        if (found != before) {
          throw new AssertionError("rank " + before + " has flushed, but there is " + found);
        }
        Status _ = told.await();
        window.unlockAll();
        world.barrier();
        pairs(world, window);
      }
      world.barrier();
    }

    /// Writers write two equal numbers under an exclusive lock, readers read them under a shared
    /// one.
    private static void pairs(Communicator world, Window window) {
      for (int i = 0; i < 2 * world.size(); i++) {
        int target = i % world.size();
        long[] pair = new long[2];
        if ((world.rank() + i) % 2 == 0) {
          window.lock(target);
          Arrays.fill(pair, 100L + world.rank());
          window.put(Elements.of(new long[] {pair[0]}), target, 0);
          window.flush(target);
          window.put(Elements.of(new long[] {pair[1]}), target, 1);
        } else {
          window.lockShared(target);
          window.get(Elements.of(pair), target, 0);
          window.flush(target);
        }
        window.unlock(target);
        if (pair[0] >= 100 && pair[0] != pair[1]) {
          throw new AssertionError("half written: " + Arrays.toString(pair));
        }
      }
      world.barrier();
    }

    /// A message whose length is asked for before it is received.
    private static void probed(Communicator world, Draws draws, int operation) {
      int root = draws.below(world.size());
      int next = (root + 1) % world.size();
      byte[] expected = bytes(1 + length(draws), operation, root, next);
      if (world.rank() == root) {
        world.send(expected, next, operation);
      } else if (world.rank() == next) {
        MatchedMessage message = world.matchedProbe(Communicator.ANY_SOURCE, operation);
        byte[] data = new byte[(int) message.status().count()];
        Status _ = world.receive(data, message);
        require(expected, data, "probed " + operation);
      }
    }

    private static void split(Communicator world, Draws draws, int operation) {
      int colors = 1 + draws.below(2);
      try (Communicator part = world.split(world.rank() % colors, world.rank()).orElseThrow()) {
        int[] sum = new int[1];
        part.allReduce(new int[] {1}, sum, Reduction.SUM);
        if (sum[0] != part.size()) {
          throw new AssertionError(sum[0] + " of " + part.size() + " in operation " + operation);
        }
      }
    }

    /// Messages of drawn lengths along a drawn permutation, several on their way at once; those of
    /// one tag come in their order.
    private static void exchange(Communicator world, Draws draws, int operation) {
      int shift = draws.below(world.size());
      int to = (world.rank() + shift) % world.size();
      int from = (world.rank() - shift + world.size()) % world.size();
      int count = 1 + draws.below(4);
      boolean late = draws.below(2) == 0;
      boolean synchronous = draws.below(3) == 0;
      List<Request> requests = new ArrayList<>();
      List<byte[]> received = new ArrayList<>();
      List<byte[]> expected = new ArrayList<>();
      List<byte[]> sent = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int length = length(draws);
        received.add(new byte[length]);
        expected.add(bytes(length, operation + i, from, world.rank()));
        sent.add(bytes(length, operation + i, world.rank(), to));
      }
      if (late) {
        sent.forEach(data -> requests.add(send(world, data, to, operation, synchronous)));
      }
      received.forEach(data -> requests.add(world.ireceive(data, from, operation)));
      if (!late) {
        sent.forEach(data -> requests.add(send(world, data, to, operation, synchronous)));
      }
      Request.awaitAll(requests);
      for (int i = 0; i < count; i++) {
        require(expected.get(i), received.get(i), "message " + i + " of " + operation);
      }
    }

    private static Request send(
        Communicator world, byte[] data, int to, int tag, boolean synchronous) {
      return synchronous ? world.isynchronousSend(data, to, tag) : world.isend(data, to, tag);
    }
  }
}
