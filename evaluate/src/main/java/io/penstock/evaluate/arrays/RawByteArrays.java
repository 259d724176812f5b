package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.io.RandomAccessFile;

/// The data is in bytes already: each thread opens a RandomAccessFile of its own, seeks and moves
/// its part in one call. Dickens and Thakur, section 4.1.
final class RawByteArrays implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    byte[] bytes = Demand.bytes(array);
    return Move.byThreads(task, block -> move(task, block, bytes));
  }

  private static void move(Task task, Block block, byte[] bytes) throws IOException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      if (Demand.reads(task)) {
        file.readFully(bytes, block.index(), block.count());
      } else {
        file.write(bytes, block.index(), block.count());
      }
    }
  }
}
