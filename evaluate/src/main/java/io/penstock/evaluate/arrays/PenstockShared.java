package io.penstock.evaluate.arrays;

import io.penstock.array.Selection;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;

/// A [SharedArrayFile] that all ranks open for the run, and through which each moves its part of
/// the array in one collective call.
final class PenstockShared implements Approach {
  private final World world = new World();

  @Override
  public Move prepare(Task task, Object array) {
    SharedTransfer transfer = new SharedTransfer(task, array, world.of(task));
    Selection part = task.part();
    return () -> {
      try (SharedArrayFile file = transfer.open()) {
        if (Demand.reads(task)) {
          file.readAll(part, array);
        } else {
          file.writeAll(part, array);
        }
      }
    };
  }
}
