package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.message.Communicator;
import java.io.IOException;

/// A job, as those of its ranks see it that this process has.
interface Job extends AutoCloseable {
  /// The option that says how ranks that are processes come to their job, where it is not by
  /// Penstock's own transport.
  String OPTION = "job";

  /// MPI's own launcher has started them.
  String LAUNCHED = "launched";

  /// The job of a task: of one process's threads, or of processes with one thread each.
  static Job of(DrillTask task) throws IOException, InterruptedException {
    Drill drill = task.drill();
    if (drill.options().containsKey(OPTION)) {
      return new LaunchedJob();
    }
    return drill.processes() == 1
        ? EmbeddedJob.ofThreads(drill.threads())
        : EmbeddedJob.ofProcesses(new Meeting(task.meeting()), task.rank(), drill.processes());
  }

  /// How many of its ranks this process has.
  static int ranksHere(DrillTask task) {
    return task.drill().processes() == 1 ? task.drill().threads() : 1;
  }

  /// A thread that is to be a rank, not started.
  Thread thread(int rank, Runnable task);

  /// All ranks, for the one that the calling thread is, to be closed when the drill is over.
  Communicator world();

  @Override
  void close();
}
