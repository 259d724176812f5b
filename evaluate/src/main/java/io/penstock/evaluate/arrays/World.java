package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Task;
import io.penstock.message.Communicator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The ranks of the job that a worker belongs to, joined for its first task and kept until the
/// process ends. For one thread.
final class World {
  private @Nullable Communicator ranks;

  /// The ranks of a task.
  ///
  /// @throws IllegalStateException if the job gives this process another rank than the task
  Communicator of(Task task) {
    Communicator joined = ranks;
    if (joined == null) {
      joined = Communicator.world();
      ranks = joined;
    }
    if (joined.rank() != task.rank() || joined.size() != task.work().processes()) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "the job has this for rank %d of %d, the task for %d of %d",
              joined.rank(),
              joined.size(),
              task.rank(),
              task.work().processes()));
    }
    return joined;
  }
}
