package io.penstock.evaluate.messages;

import com.sun.management.ThreadMXBean;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends a message to and fro between two ranks: two processes, or two threads of one.
final class PingPong implements Exercise {
  /// The name of the drill that counts garbage instead of time.
  static final String GARBAGE = "garbage";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    return new Match(Wirings.of(task), task);
  }

  /// What a batch came to for one rank.
  private record Played(long nanos, long allocated) {}

  /// What counts of it.
  @FunctionalInterface
  private interface Meter {
    Reading read(List<Played> played, long rounds);
  }

  private static final class Match implements Session {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Wiring wiring;
    private final int firstRank;
    private final Crew crew;
    private final Rally[] rallies;
    private final Batch batch;
    private final Meter meter;
    private final Faults faults = new Faults();

    Match(Wiring wiring, DrillTask task) throws Exception {
      this.wiring = wiring;
      int ranks = Job.ranksHere(task);
      long bytes = task.drill().bytes();
      firstRank = task.rank();
      batch = new Batch(task);
      meter = task.drill().name().equals(GARBAGE) ? Match::garbage : Match::time;
      rallies = new Rally[ranks];
      AtomicInteger next = new AtomicInteger(firstRank);
      crew = new Crew(ranks, job -> thread(wiring, next.getAndIncrement(), job));
      crew.run(
          member -> {
            int rank = firstRank + member;
            rallies[member] = new Rally(wiring.open(rank, bytes), rank);
          });
    }

    private static Thread thread(Wiring wiring, int rank, Runnable job) {
      try {
        return wiring.thread(rank, job);
      } catch (Exception e) {
        throw new IllegalStateException("no thread for rank " + rank + ": " + e.getMessage(), e);
      }
    }

    @Override
    public void arm(long salt) throws Exception {
      crew.run(member -> rallies[member].arm(salt));
    }

    @Override
    public Reading run() throws Exception {
      long rounds = batch.operations();
      Played[] played = new Played[rallies.length];
      crew.race(
          member -> {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long nanos = rallies[member].play(rounds);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            played[member] = new Played(nanos, allocated);
          });
      batch.took(played[0].nanos);
      return meter.read(List.of(played), rounds);
    }

    /// To and fro are two messages.
    private static Reading time(List<Played> played, long rounds) {
      return new Reading(played.getFirst().nanos, 2 * rounds);
    }

    /// In each round, each rank sends a message and receives one.
    private static Reading garbage(List<Played> played, long rounds) {
      long allocated = played.stream().mapToLong(Played::allocated).sum();
      return new Reading(allocated, rounds * played.size());
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      crew.run(member -> faults.add(rallies[member].fault(salt)));
      return faults.take();
    }

    @Override
    public void close() throws IOException {
      try {
        crew.run(member -> rallies[member].close());
      } catch (Exception e) {
        throw new IOException("the ranks did not part: " + e.getMessage(), e);
      }
      crew.close();
      wiring.close();
    }
  }
}
