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
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/// Data streams chained through a buffer to the descriptor of a RandomAccessFile, one file for each
/// thread. The request size is the buffer's. Dickens and Thakur, section 4.4.
final class BufferedDataStreams implements Approach {
  /// The buffer that the publication found best on the Origin2000.
  static final int BUFFER = 512 << 10;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws IOException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      move(task, block, ints, file.getFD());
    }
  }

  /// Moves a block from where a descriptor stands.
  static void move(Task task, Block block, int[] ints, FileDescriptor descriptor)
      throws IOException {
    int buffer = (int) task.work().requestOr(BUFFER);
    if (Demand.reads(task)) {
      FileInputStream in = new FileInputStream(descriptor);
      read(new DataInputStream(new BufferedInputStream(in, buffer)), ints, block);
    } else {
      FileOutputStream out = new FileOutputStream(descriptor);
      write(new DataOutputStream(new BufferedOutputStream(out, buffer)), ints, block);
    }
  }

  /// Reads a block element by element.
  static void read(DataInputStream in, int[] ints, Block block) throws IOException {
    int end = block.index() + block.count();
    for (int i = block.index(); i < end; i++) {
      ints[i] = in.readInt();
    }
  }

  /// Writes a block element by element, to the last byte.
  static void write(DataOutputStream out, int[] ints, Block block) throws IOException {
    int end = block.index() + block.count();
    for (int i = block.index(); i < end; i++) {
      out.writeInt(ints[i]);
    }
    out.flush();
  }
}
