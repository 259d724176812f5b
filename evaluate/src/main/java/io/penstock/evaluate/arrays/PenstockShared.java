package io.penstock.evaluate.arrays;

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
    return transfer.opened(transfer::part);
  }
}
