package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;

/// A [SharedArrayFile] that all ranks have open, and through which each moves its part of the array
/// in one collective call.
final class PenstockKeptShared implements Approach {
  private final World world = new World();

  @Override
  public Move prepare(Task task, Object array) throws IOException {
    SharedTransfer transfer = new SharedTransfer(task, array, world.of(task));
    return transfer.kept(transfer::part);
  }
}
