package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Each thread's part as one serialized `int[]`. Dickens and Thakur, section 4.6.
///
/// Serialization puts a header before the elements, so that a thread cannot know where to seek.
/// Here the header is kept out of the file, which leaves the elements where the other approaches
/// have them and can be compared.
final class ObjectSerialization implements Approach {
  private static final int LENGTH_BYTES = 4;

  @Override
  public Move prepare(Task task, Object array) throws AbsentException, IOException {
    int[] ints = Demand.ints(array);
    byte[] header = header();
    return Move.byThreads(task, block -> move(task, block, ints, header));
  }

  /// What stands before the elements of any `int[]`; its length comes last.
  private static byte[] header() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
      objects.writeObject(new int[0]);
    }
    return bytes.toByteArray();
  }

  private static void move(Task task, Block block, int[] ints, byte[] header)
      throws IOException, ClassNotFoundException {
    try (RandomAccessFile file = Demand.openAt(task, block.first())) {
      if (Demand.reads(task)) {
        read(file, block, ints, header);
      } else {
        write(file, block, ints, header);
      }
    }
  }

  private static void read(RandomAccessFile file, Block block, int[] ints, byte[] header)
      throws IOException, ClassNotFoundException {
    ByteBuffer start = ByteBuffer.wrap(header.clone());
    start.putInt(header.length - LENGTH_BYTES, block.count());
    InputStream elements = new BufferedInputStream(new FileInputStream(file.getFD()));
    ObjectInputStream objects =
        new ObjectInputStream(
            new SequenceInputStream(new ByteArrayInputStream(start.array()), elements));
    int[] copy = (int[]) objects.readObject();
    System.arraycopy(copy, 0, ints, block.index(), block.count());
  }

  private static void write(RandomAccessFile file, Block block, int[] ints, byte[] header)
      throws IOException {
    OutputStream out = new BufferedOutputStream(new FileOutputStream(file.getFD()));
    ObjectOutputStream objects = new ObjectOutputStream(new Headless(out, header.length));
    objects.writeObject(part(ints, block));
    objects.flush();
  }

  private static int[] part(int[] ints, Block block) {
    return block.count() == ints.length
        ? ints
        : Arrays.copyOfRange(ints, block.index(), block.index() + block.count());
  }

  /// Drops the first bytes.
  private static final class Headless extends FilterOutputStream {
    private int toDrop;

    Headless(OutputStream out, int toDrop) {
      super(out);
      this.toDrop = toDrop;
    }

    @Override
    public void write(int value) throws IOException {
      if (toDrop > 0) {
        toDrop--;
      } else {
        out.write(value);
      }
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      int dropped = Math.min(toDrop, count);
      toDrop -= dropped;
      out.write(bytes, from + dropped, count - dropped);
    }
  }
}
