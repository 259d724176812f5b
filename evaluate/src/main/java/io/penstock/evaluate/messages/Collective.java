package io.penstock.evaluate.messages;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.message.Communicator;
import io.penstock.message.Elements;
import io.penstock.message.Reduction;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// The collective operations of all ranks of a job with doubles: as many processes, or as many
/// threads of one.
///
/// @param jobs of the ranks
record Collective(Job.Source jobs) implements Exercise {
  /// The name of the drill in which each rank gets the sums of what all have.
  static final String ALL_REDUCE = "all-reduce";

  /// The name of the drill in which each rank has a block for each.
  static final String ALL_TO_ALL = "all-to-all";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    return new Together(jobs.open(task), task);
  }

  private static final class Together implements Session {
    private final Job job;
    private final ThreadTeam team;
    private final Part[] parts;
    private final Batch batch;
    private final int first;
    private final ThreadTeam.Faults faults = new ThreadTeam.Faults();

    Together(Job job, DrillTask task) throws Exception {
      this.job = job;
      batch = new Batch(task);
      parts = new Part[Job.ranksHere(task)];
      first = task.rank();
      AtomicInteger next = new AtomicInteger(first);
      team = new ThreadTeam(parts.length, work -> job.thread(next.getAndIncrement(), work));
      team.run(member -> parts[member] = new Part(job.world(), task.drill()));
    }

    @Override
    public void arm(long salt) throws Exception {
      team.run(member -> parts[member].arm(salt));
    }

    @Override
    public Reading run() throws Exception {
      long operations = batch.operations();
      long[] nanos = new long[parts.length];
      team.race(member -> nanos[member] = parts[member].play(operations));
      return first == 0 ? batch.took(nanos[0]) : new Reading(nanos[0], operations);
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      team.run(member -> faults.add(parts[member].fault(salt)));
      return faults.take();
    }

    @Override
    public void close() throws IOException {
      try {
        team.run(member -> parts[member].close());
      } catch (Exception e) {
        throw new IOException("the ranks did not part: " + e.getMessage(), e);
      }
      team.close();
      job.close();
    }
  }

  /// The part of one rank, when all ranks sum up their doubles, or each gives a block of them to
  /// each.
  ///
  /// Each operation has other doubles at both ends of what each rank sends, so that all know
  /// afterwards that they took part in as many. The same stands in `mpi_collectives.c`.
  private static final class Part {
    private static final int VALUES = 4096;

    private final Communicator world;
    private final boolean sums;
    private final int blocks;
    private final long count;
    private final MemorySegment send;
    private final MemorySegment receive;
    private final Elements sent;
    private final Elements received;
    private final long[] number = new long[1];
    private long operations;

    /// @param world of the ranks, closed with this
    /// @param drill whose bytes are those of a block
    Part(Communicator world, Drill drill) {
      this.world = world;
      sums = drill.name().equals(Collective.ALL_REDUCE);
      blocks = sums ? 1 : world.size();
      count = drill.bytes() / Double.BYTES;
      send = Arena.ofAuto().allocate(blocks * drill.bytes(), 4096);
      receive = Arena.ofAuto().allocate(blocks * drill.bytes(), 4096);
      sent = Elements.of(send, ElementType.DOUBLE);
      received = Elements.of(receive, ElementType.DOUBLE);
    }

    /// Gives this rank what it is to send.
    void arm(long salt) {
      operations = 0;
      for (int block = 0; block < blocks; block++) {
        for (long i = 0; i < count; i++) {
          send.setAtIndex(JAVA_DOUBLE, block * count + i, value(world.rank(), block, i, salt));
          receive.setAtIndex(JAVA_DOUBLE, block * count + i, Double.NaN);
        }
      }
    }

    /// Does as many operations as rank 0 wants.
    ///
    /// @param wanted rank 0's number
    /// @return the nanoseconds that they took
    long play(long wanted) {
      number[0] = wanted;
      world.broadcast(number, 0);
      operations += number[0];
      world.barrier();
      long start = System.nanoTime();
      for (long i = 0; i < number[0]; i++) {
        change();
        if (sums) {
          world.allReduce(sent, received, Reduction.SUM);
        } else {
          world.allToAll(sent, received);
        }
      }
      return System.nanoTime() - start;
    }

    private void change() {
      for (int block = 0; block < blocks; block++) {
        increase(block * count);
        if (count > 1) {
          increase((block + 1) * count - 1);
        }
      }
    }

    private void increase(long index) {
      send.setAtIndex(JAVA_DOUBLE, index, send.getAtIndex(JAVA_DOUBLE, index) + 1);
    }

    /// What is not as it should be after all that was done since [#arm].
    Optional<String> fault(long salt) {
      for (int block = 0; block < blocks; block++) {
        for (long i = 0; i < count; i++) {
          double expected = sums ? sum(i, salt) : one(block, i, salt);
          if (receive.getAtIndex(JAVA_DOUBLE, block * count + i) != expected) {
            return Optional.of(
                String.format(
                    Locale.ROOT,
                    "at rank %d double %d of block %d is %s instead of %s",
                    world.rank(),
                    i,
                    block,
                    receive.getAtIndex(JAVA_DOUBLE, block * count + i),
                    expected));
          }
        }
      }
      return Optional.empty();
    }

    private double sum(long i, long salt) {
      double sum = 0;
      for (int rank = 0; rank < world.size(); rank++) {
        sum += value(rank, 0, i, salt) + changes(i);
      }
      return sum;
    }

    private double one(int from, long i, long salt) {
      return value(from, world.rank(), i, salt) + changes(i);
    }

    private long changes(long i) {
      return i == 0 || i == count - 1 ? operations : 0;
    }

    /// Small whole numbers, whose sums are exact in any order.
    private static double value(int rank, int block, long i, long salt) {
      return (rank * 1009L + block * 101L + i * 7 + salt * 13) % VALUES;
    }

    void close() {
      world.close();
    }
  }
}
