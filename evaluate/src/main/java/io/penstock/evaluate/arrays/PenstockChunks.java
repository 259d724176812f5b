package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;

/// An [ArrayFile] that moves the share in one call, through chunks of the size of the task's
/// request.
final class PenstockChunks implements Approach {
  @Override
  public Move prepare(Task task, Object array) {
    PenstockTransfer transfer = new PenstockTransfer(task, array);
    Access access =
        transfer.access(task.work().threads()).withChunkBytes((int) task.work().requestOr(0));
    return () -> {
      try (ArrayFile file = ArrayFile.open(task.file(), transfer.format(), access)) {
        transfer.moveShare(file);
      }
    };
  }
}
