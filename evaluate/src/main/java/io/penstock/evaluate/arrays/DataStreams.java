package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.io.RandomAccessFile;

/// One call into the I/O system for every element, by `readInt` and `writeInt` of a
/// RandomAccessFile. Dickens and Thakur, section 4.3.
final class DataStreams implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    int end = block.index() + block.count();
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      if (Demand.reads(task)) {
        for (int i = block.index(); i < end; i++) {
          ints[i] = file.readInt();
        }
      } else {
        for (int i = block.index(); i < end; i++) {
          file.writeInt(ints[i]);
        }
      }
    }
  }
}
