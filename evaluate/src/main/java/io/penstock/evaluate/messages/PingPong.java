package io.penstock.evaluate.messages;

import com.sun.management.ThreadMXBean;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// The ping-pong of a message between two ranks: two processes, or two threads of one.
///
/// @param opening of the connection between them
record PingPong(Opening opening) implements Exercise {
  /// A way to connect the ranks of a task.
  @FunctionalInterface
  interface Opening {
    /// Connects those of this process.
    ///
    /// @throws Exception if that fails
    Fabric open(DrillTask task) throws Exception;
  }

  /// By Penstock.
  static PingPong of(Job.Source jobs, PenstockFabric.Message message) {
    return new PingPong(task -> new PenstockFabric(jobs.open(task), message));
  }

  /// The name of the drill that counts garbage instead of time.
  static final String GARBAGE = "garbage";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    return new Match(opening.open(task), task);
  }

  /// What a batch came to for one rank.
  private record Played(long rounds, long nanos, long allocated) {}

  /// What counts of it.
  @FunctionalInterface
  private interface Meter {
    Reading read(List<Played> played);
  }

  private static final class Match implements Session {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Fabric fabric;
    private final int firstRank;
    private final ThreadTeam team;
    private final Player[] players;
    private final Batch batch;
    private final Meter meter;
    private final ThreadTeam.Faults faults = new ThreadTeam.Faults();

    Match(Fabric fabric, DrillTask task) throws Exception {
      this.fabric = fabric;
      int ranks = Job.ranksHere(task);
      long bytes = task.drill().bytes();
      firstRank = task.rank();
      batch = new Batch(task);
      meter = task.drill().name().equals(GARBAGE) ? Match::garbage : Match::time;
      players = new Player[ranks];
      AtomicInteger next = new AtomicInteger(firstRank);
      team = new ThreadTeam(ranks, job -> thread(fabric, next.getAndIncrement(), job));
      team.run(
          member -> {
            int rank = firstRank + member;
            players[member] = new Player(fabric.open(rank, bytes), rank);
          });
    }

    private static Thread thread(Fabric fabric, int rank, Runnable job) {
      try {
        return fabric.thread(rank, job);
      } catch (Exception e) {
        throw new IllegalStateException("no thread for rank " + rank + ": " + e.getMessage(), e);
      }
    }

    @Override
    public void arm(long salt) throws Exception {
      team.run(member -> players[member].arm(salt));
    }

    @Override
    public Reading run() throws Exception {
      long rounds = batch.operations();
      Played[] played = new Played[players.length];
      team.race(
          member -> {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long nanos = players[member].play(rounds);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            played[member] = new Played(players[member].rounds, nanos, allocated);
          });
      if (firstRank == 0) { // whose rounds count
        Reading _ = batch.took(played[0].nanos);
      }
      return meter.read(List.of(played));
    }

    /// To and fro are two messages.
    private static Reading time(List<Played> played) {
      return new Reading(played.getFirst().nanos, 2 * played.getFirst().rounds);
    }

    /// In each round, each rank sends a message and receives one.
    private static Reading garbage(List<Played> played) {
      long allocated = played.stream().mapToLong(Played::allocated).sum();
      return new Reading(allocated, played.getFirst().rounds * played.size());
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      team.run(member -> faults.add(players[member].fault(salt)));
      return faults.take();
    }

    @Override
    public void close() throws IOException {
      try {
        team.run(member -> players[member].close());
      } catch (Exception e) {
        throw new IOException("the ranks did not part: " + e.getMessage(), e);
      }
      team.close();
      fabric.close();
    }
  }

  /// A message to and fro between two ranks, as one of them sees it.
  ///
  /// Whoever sends it changes both its ends first, so that both ranks know afterwards that each
  /// message has arrived. The same stands in `pingpong.c`.
  private static final class Player {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final Fabric.Endpoint endpoint;
    private final int rank;
    private final MemorySegment message;
    private long messages;
    private long rounds;

    Player(Fabric.Endpoint endpoint, int rank) {
      this.endpoint = endpoint;
      this.rank = rank;
      message = endpoint.message();
    }

    /// Gives rank 0 what is to go to and fro, and the other one something else.
    void arm(long salt) {
      messages = 0;
      long flip = rank == 0 ? 0 : -1;
      long bytes = message.byteSize();
      for (long i = 0; i + Long.BYTES <= bytes; i += Long.BYTES) {
        message.set(ValueLayout.JAVA_LONG_UNALIGNED, i, word(i, salt) ^ flip);
      }
      for (long i = bytes & -Long.BYTES; i < bytes; i++) {
        message.set(ValueLayout.JAVA_BYTE, i, (byte) (word(i, salt) ^ flip));
      }
    }

    /// Plays as long as rank 0 wants.
    ///
    /// @param wanted rounds to and fro; rank 0's count
    /// @return the nanoseconds that they took
    long play(long wanted) throws Exception {
      rounds = rank == 0 ? wanted : endpoint.hear();
      return rank == 0 ? serve() : giveBack();
    }

    private long serve() throws Exception {
      endpoint.tell(rounds);
      messages += 2 * rounds;
      long start = System.nanoTime();
      for (long i = 0; i < rounds; i++) {
        change();
        endpoint.send();
        endpoint.receive();
      }
      return System.nanoTime() - start;
    }

    private long giveBack() throws Exception {
      messages += 2 * rounds;
      long start = System.nanoTime();
      for (long i = 0; i < rounds; i++) {
        endpoint.receive();
        change();
        endpoint.send();
      }
      return System.nanoTime() - start;
    }

    private void change() {
      add(0, 1);
      if (message.byteSize() > 1) {
        add(message.byteSize() - 1, 1);
      }
    }

    private void add(long at, long number) {
      message.set(
          ValueLayout.JAVA_BYTE, at, (byte) (message.get(ValueLayout.JAVA_BYTE, at) + number));
    }

    /// What is not as it should be after all that was played since [#arm].
    Optional<String> fault(long salt) {
      long bytes = message.byteSize();
      add(0, -messages);
      if (bytes > 1) {
        add(bytes - 1, -messages);
      }
      for (long i = 0; i + Long.BYTES <= bytes; i += Long.BYTES) {
        if (message.get(ValueLayout.JAVA_LONG_UNALIGNED, i) != word(i, salt)) {
          return wrong(i);
        }
      }
      for (long i = bytes & -Long.BYTES; i < bytes; i++) {
        if (message.get(ValueLayout.JAVA_BYTE, i) != (byte) word(i, salt)) {
          return wrong(i);
        }
      }
      return Optional.empty();
    }

    private Optional<String> wrong(long at) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "at rank %d the message of %d bytes differs from byte %d on",
              rank,
              message.byteSize(),
              at));
    }

    private static long word(long i, long salt) {
      long mixed = ((i + 1) * MULTIPLIER) ^ (salt * 31);
      return mixed ^ (mixed >>> 29);
    }

    void close() throws IOException {
      endpoint.close();
    }
  }
}
