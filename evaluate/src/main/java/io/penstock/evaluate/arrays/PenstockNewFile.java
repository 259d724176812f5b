package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;

/// An [ArrayFile] that is created in place, its room reserved, and written in one call.
final class PenstockNewFile implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    PenstockTransfer transfer = new PenstockTransfer(task, array);
    Creation creation = Creation.inPlace().withAccess(transfer.access(task.work().threads()));
    return () -> {
      try (ArrayFile file = ArrayFile.create(task.file(), transfer.format(), creation)) {
        transfer.moveShare(file);
      }
    };
  }
}
