package io.penstock.evaluate.arrays;

import io.penstock.array.Elements;
import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Penstock's ways by a [SharedArrayFile] that all ranks of a job have open.
final class SharedWays {
  private SharedWays() {}

  /// A file that the ranks open for the run, and through which each moves its part of the array in
  /// one collective call.
  static Approach opened(String engine) {
    World world = new World();
    return (task, array) -> {
      Transfer transfer = new Transfer(engine, task, array, world.of(task));
      return transfer.opened(transfer::part);
    };
  }

  /// The same by a file that stays open.
  static Approach kept(String engine) {
    World world = new World();
    return (task, array) -> {
      Transfer transfer = new Transfer(engine, task, array, world.of(task));
      return transfer.kept(transfer::part);
    };
  }

  /// A file that the ranks open for the run, and through which each moves one piece after the
  /// other, each rank for itself.
  static Approach pieces(String engine) {
    return pieces(engine, (task, file) -> Steps.reads(task) ? file::readAt : file::writeAt);
  }

  /// The same by calls of all ranks together.
  static Approach piecesTogether(String engine) {
    return pieces(engine, (task, file) -> Steps.reads(task) ? file::readAtAll : file::writeAtAll);
  }

  private static Approach pieces(
      String engine, BiFunction<Task, SharedArrayFile, Piecewise> calls) {
    World world = new World();
    return (task, array) ->
        new Transfer(engine, task, array, world.of(task))
            .opened(
                file -> {
                  Piecewise call = calls.apply(task, file);
                  Steps.of(task, Long.MAX_VALUE)
                      .forEach(
                          task.share(),
                          (first, index, count) ->
                              call.move(first, Elements.of(array, index, count)));
                });
  }

  /// A call that moves one piece.
  private interface Piecewise {
    void move(long first, Elements elements) throws IOException;
  }

  /// A transfer by a shared file.
  ///
  /// @param engine by its name
  /// @param task to do
  /// @param array of the task's type
  /// @param world the ranks that do it
  private record Transfer(String engine, Task task, Object array, Communicator world) {
    /// A move by a file that is open.
    @FunctionalInterface
    interface Use {
      /// Moves this rank's part of the work.
      void of(SharedArrayFile file) throws IOException;
    }

    /// Opens the file anew for each run.
    Move opened(Use use) {
      return new Move() {
        @Override
        public void meet() {
          world.barrier();
        }

        @Override
        public void run() throws IOException {
          try (SharedArrayFile file = open()) {
            use.of(file);
          }
        }
      };
    }

    /// Opens the file once and for all runs.
    Move kept(Use use) throws IOException {
      SharedArrayFile file = open();
      return new Move() {
        @Override
        public void meet() {
          world.barrier();
        }

        @Override
        public void run() throws IOException {
          use.of(file);
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }

    /// Moves what this rank has of the array, together with the others.
    void part(SharedArrayFile file) throws IOException {
      if (Steps.reads(task)) {
        file.readAll(task.part(), Elements.of(array));
      } else {
        file.writeAll(task.part(), Elements.of(array));
      }
    }

    private SharedArrayFile open() throws IOException {
      return SharedArrayFile.open(
          world,
          task.file(),
          PenstockWays.format(task, array),
          PenstockWays.access(task, array),
          Hints.defaults().withEngine(engine));
    }
  }

  /// The ranks of the job that a worker belongs to, joined for its first task and kept until the
  /// process ends. For one thread.
  private static final class World {
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
}
