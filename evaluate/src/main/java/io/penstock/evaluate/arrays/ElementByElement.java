package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/// Data streams over buffered streams of the default size: `readInt` and `writeInt` for each
/// element, as programs without array methods do it.
final class ElementByElement implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      if (Demand.reads(task)) {
        FileInputStream in = new FileInputStream(file.getFD());
        BufferedDataStreams.read(new DataInputStream(new BufferedInputStream(in)), ints, block);
      } else {
        FileOutputStream out = new FileOutputStream(file.getFD());
        BufferedDataStreams.write(new DataOutputStream(new BufferedOutputStream(out)), ints, block);
      }
    }
  }
}
