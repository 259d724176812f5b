package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.file.ArrayFile;

/// An [ArrayFile] that is opened for the run and moves the whole share in one call, by as many
/// threads of the library's own as the task names.
final class PenstockFile implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    PenstockTransfer transfer = new PenstockTransfer(task, array);
    return () -> {
      try (ArrayFile file = transfer.open(task.work().threads())) {
        transfer.moveShare(file);
      }
    };
  }
}
