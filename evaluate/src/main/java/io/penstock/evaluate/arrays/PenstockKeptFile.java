package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.file.ArrayFile;
import java.io.IOException;

/// An [ArrayFile] that stays open from run to run and that the program's own threads share.
final class PenstockKeptFile implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws IOException {
    PenstockTransfer transfer = new PenstockTransfer(task, array);
    ArrayFile file = transfer.open(1);
    return Kept.by(Move.byThreads(task, block -> transfer.moveBlock(file, block)), file);
  }
}
