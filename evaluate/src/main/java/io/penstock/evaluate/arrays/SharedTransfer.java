package io.penstock.evaluate.arrays;

import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.message.Communicator;
import java.io.IOException;

/// What the approaches by [SharedArrayFile] share.
///
/// @param task to do
/// @param array of the task's type
/// @param world the ranks that do it
record SharedTransfer(Task task, Object array, Communicator world) {

  /// What is done with a file that is open.
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
    if (Demand.reads(task)) {
      file.readAll(task.part(), array);
    } else {
      file.writeAll(task.part(), array);
    }
  }

  /// By the engine that the option `together` names.
  private SharedArrayFile open() throws IOException {
    PenstockTransfer transfer = new PenstockTransfer(task, array);
    Hints hints = Hints.defaults().withEngine(task.work().option("together", Hints.AUTO));
    return SharedArrayFile.open(world, task.file(), transfer.format(), transfer.access(1), hints);
  }
}
