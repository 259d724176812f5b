package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.io.RandomAccessFile;

/// The data is in bytes already: each thread opens a RandomAccessFile of its own, seeks and moves
/// its part in one call, or in requests where the task names their size. Dickens and Thakur,
/// section 4.1.
final class RawByteArrays implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    byte[] bytes = Demand.bytes(array);
    return Move.byThreads(task, block -> move(task, block, bytes));
  }

  private static void move(Task task, Block block, byte[] bytes) throws IOException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      Steps.of(task, Long.MAX_VALUE)
          .forEach(
              block,
              (_, index, count) -> {
                if (Demand.reads(task)) {
                  file.readFully(bytes, index, count);
                } else {
                  file.write(bytes, index, count);
                }
              });
    }
  }
}
