package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;

/// `readIntArray` and `writeIntArray` over the JDK's file streams, in the place of [DataStreams]'
/// loops. The request size, if there is one, is the buffer's.
final class PenstockStreams implements Approach {
  private static final long NONE = -1;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      if (Demand.reads(task)) {
        input(task, file).readIntArray(ints, block.index(), block.count());
      } else {
        ArrayDataOutputStream out = output(task, file);
        out.writeIntArray(ints, block.index(), block.count());
        out.flush();
      }
    }
  }

  private static ArrayDataInputStream input(Task task, RandomAccessFile file) throws IOException {
    FileInputStream in = new FileInputStream(file.getFD());
    ByteOrder order = task.work().order();
    long buffer = task.work().requestOr(NONE);
    return buffer == NONE
        ? new ArrayDataInputStream(in, order)
        : new ArrayDataInputStream(in, order, (int) buffer);
  }

  private static ArrayDataOutputStream output(Task task, RandomAccessFile file) throws IOException {
    FileOutputStream out = new FileOutputStream(file.getFD());
    ByteOrder order = task.work().order();
    long buffer = task.work().requestOr(NONE);
    return buffer == NONE
        ? new ArrayDataOutputStream(out, order)
        : new ArrayDataOutputStream(out, order, (int) buffer);
  }
}
