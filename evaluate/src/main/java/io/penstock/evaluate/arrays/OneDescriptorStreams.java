package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;

/// Buffered data streams of several threads through one descriptor, whose position they share: what
/// Dickens and Thakur warn of in section 4.4. One thread alone moves the right bytes.
final class OneDescriptorStreams implements Approach {
  @Override
  public Move prepare(Task task, Object array) throws AbsentException, IOException {
    int[] ints = Demand.ints(array);
    RandomAccessFile file = Demand.openAt(task, 0);
    Move team = Move.byThreads(task, block -> move(task, block, ints, file));
    return Kept.by(team, file);
  }

  private static void move(Task task, Block block, int[] ints, RandomAccessFile file)
      throws IOException {
    FileDescriptor descriptor = file.getFD();
    file.seek(4 * block.first());
    BufferedDataStreams.move(task, block, ints, descriptor);
  }
}
