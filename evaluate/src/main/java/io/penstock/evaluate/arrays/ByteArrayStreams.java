package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/// Data streams over byte array streams of the right size, 32 MiB at a time as on the Origin2000.
/// Dickens and Thakur, section 4.5.
final class ByteArrayStreams implements Approach {
  private static final int AT_A_TIME = ConvertShifts.AT_A_TIME;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      new Steps(task, AT_A_TIME)
          .forEach(
              block,
              (first, index, count) -> {
                Block part = new Block(block.member(), first, index, count);
                if (Demand.reads(task)) {
                  read(file, ints, part);
                } else {
                  write(file, ints, part);
                }
              });
    }
  }

  private static void read(RandomAccessFile file, int[] ints, Block part) throws IOException {
    byte[] bytes = new byte[4 * part.count()];
    file.readFully(bytes);
    BufferedDataStreams.read(new DataInputStream(new ByteArrayInputStream(bytes)), ints, part);
  }

  private static void write(RandomAccessFile file, int[] ints, Block part) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4 * part.count());
    BufferedDataStreams.write(new DataOutputStream(bytes), ints, part);
    file.write(bytes.toByteArray());
  }
}
