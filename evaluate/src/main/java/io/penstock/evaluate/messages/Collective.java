package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Lets all ranks of a job do something with doubles together: as many processes, or as many
/// threads of one.
final class Collective implements Exercise {
  /// The name of the drill in which each rank gets the sums of what all have.
  static final String ALL_REDUCE = "all-reduce";

  /// The name of the drill in which each rank has a block for each.
  static final String ALL_TO_ALL = "all-to-all";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    return new Together(Job.of(task), task);
  }

  private static final class Together implements Session {
    private final Job job;
    private final Crew crew;
    private final CollectivePart[] parts;
    private final Batch batch;
    private final Faults faults = new Faults();

    Together(Job job, DrillTask task) throws Exception {
      this.job = job;
      batch = new Batch(task);
      parts = new CollectivePart[Job.ranksHere(task)];
      AtomicInteger next = new AtomicInteger(task.rank());
      crew = new Crew(parts.length, work -> job.thread(next.getAndIncrement(), work));
      crew.run(member -> parts[member] = new CollectivePart(job.world(), task.drill()));
    }

    @Override
    public void arm(long salt) throws Exception {
      crew.run(member -> parts[member].arm(salt));
    }

    @Override
    public Reading run() throws Exception {
      long operations = batch.operations();
      long[] nanos = new long[parts.length];
      crew.race(member -> nanos[member] = parts[member].play(operations));
      return batch.took(nanos[0]);
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      crew.run(member -> faults.add(parts[member].fault(salt)));
      return faults.take();
    }

    @Override
    public void close() throws IOException {
      try {
        crew.run(member -> parts[member].close());
      } catch (Exception e) {
        throw new IOException("the ranks did not part: " + e.getMessage(), e);
      }
      crew.close();
      job.close();
    }
  }
}
