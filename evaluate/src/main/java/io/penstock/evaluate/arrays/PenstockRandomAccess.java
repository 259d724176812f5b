package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import java.io.IOException;
import java.nio.ByteOrder;

/// `readIntArray` and `writeIntArray` of an [ArrayRandomAccessFile] that each thread opens and
/// seeks, in the place of [DataStreams]' loops.
final class PenstockRandomAccess implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    if (task.work().order() != ByteOrder.BIG_ENDIAN) {
      throw new AbsentException("opened as a RandomAccessFile is, its values are big-endian");
    }
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    FileMode mode = Demand.reads(task) ? FileMode.READ : FileMode.READ_WRITE;
    try (ArrayRandomAccessFile file = new ArrayRandomAccessFile(task.file(), mode)) {
      file.seek((long) Integer.BYTES * block.first());
      if (Demand.reads(task)) {
        file.readIntArray(ints, block.index(), block.count());
      } else {
        file.writeIntArray(ints, block.index(), block.count());
      }
    }
  }
}
