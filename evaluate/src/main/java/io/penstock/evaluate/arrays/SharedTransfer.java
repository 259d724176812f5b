package io.penstock.evaluate.arrays;

import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.Task;
import io.penstock.message.Communicator;
import java.io.IOException;

/// What the approaches by [SharedArrayFile] share.
///
/// @param task to do
/// @param array of the task's type
/// @param world the ranks that do it
record SharedTransfer(Task task, Object array, Communicator world) {

  /// Opens the file at all ranks, for the engine that the option `together` names.
  SharedArrayFile open() throws IOException {
    PenstockTransfer transfer = new PenstockTransfer(task, array);
    Hints hints = Hints.defaults().withEngine(task.work().option("together", Hints.AUTO));
    return SharedArrayFile.open(world, task.file(), transfer.format(), transfer.access(1), hints);
  }
}
