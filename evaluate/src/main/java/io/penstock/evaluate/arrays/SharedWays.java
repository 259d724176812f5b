package io.penstock.evaluate.arrays;

import io.penstock.array.Elements;
import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Task;
import io.penstock.message.Communicator;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Function;

/// Penstock's ways by a [SharedArrayFile] that all ranks of a job have open.
final class SharedWays {
  private SharedWays() {}

  /// A file that the ranks open for the run, and through which each moves its part of the array in
  /// one collective call.
  static Approach opened(String engine) {
    return approach(engine, transfer -> transfer.opened(transfer::part));
  }

  /// The same by a file that stays open.
  static Approach kept(String engine) {
    return approach(engine, transfer -> transfer.kept(transfer::part));
  }

  /// A file that the ranks open for the run, and through which each moves one piece after the
  /// other, each rank for itself.
  static Approach pieces(String engine) {
    return approach(engine, transfer -> transfer.opened(transfer::pieces));
  }

  /// The same by calls of all ranks together.
  static Approach piecesTogether(String engine) {
    return approach(engine, transfer -> transfer.opened(transfer::piecesTogether));
  }

  private static Approach approach(String engine, CheckedFunction<Transfer, Move> way) {
    return (task, array) -> way.apply(new Transfer(engine, task, array, world(task)));
  }

  /// A transfer by a shared file.
  ///
  /// @param engine by its name
  /// @param task to do
  /// @param array of the task's type
  /// @param world the ranks that do it
  private record Transfer(String engine, Task task, Object array, Communicator world) {
    /// Opens the file anew for each run.
    ///
    /// @param use moves by a file that is open
    Move opened(Function<SharedArrayFile, Move> use) {
      return together(
          () -> {
            try (SharedArrayFile file = open()) {
              use.apply(file).run();
            }
          },
          () -> {});
    }

    /// Opens the file once and for all runs.
    ///
    /// @param use moves by a file that is open
    Move kept(Function<SharedArrayFile, Move> use) throws IOException {
      SharedArrayFile file = open();
      return together(use.apply(file), file);
    }

    private Move together(Move move, Closeable end) {
      return new Move() {
        @Override
        public void meet() {
          world.barrier();
        }

        @Override
        public void run() throws Exception {
          move.run();
        }

        @Override
        public void close() throws IOException {
          end.close();
        }
      };
    }

    /// Moves what this rank has of the array, together with the others.
    Move part(SharedArrayFile file) {
      return Steps.reads(task)
          ? () -> file.readAll(task.part(), Elements.of(array))
          : () -> file.writeAll(task.part(), Elements.of(array));
    }

    /// Moves one piece after the other, this rank for itself.
    Move pieces(SharedArrayFile file) {
      return each(
          Steps.reads(task)
              ? (first, index, count) -> file.readAt(first, Elements.of(array, index, count))
              : (first, index, count) -> file.writeAt(first, Elements.of(array, index, count)));
    }

    /// Moves one piece after the other, together with the others.
    Move piecesTogether(SharedArrayFile file) {
      return each(
          Steps.reads(task)
              ? (first, index, count) -> file.readAtAll(first, Elements.of(array, index, count))
              : (first, index, count) -> file.writeAtAll(first, Elements.of(array, index, count)));
    }

    private Move each(Steps.Step piece) {
      return () -> Steps.of(task, Long.MAX_VALUE).forEach(task.share(), piece);
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

  /// The ranks of the job that this worker belongs to, which do the task.
  ///
  /// @throws IllegalStateException if the job gives this process another rank than the task
  private static Communicator world(Task task) {
    Communicator joined = Communicator.world();
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
