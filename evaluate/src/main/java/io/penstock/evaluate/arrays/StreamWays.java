package io.penstock.evaluate.arrays;

import io.penstock.array.Elements;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
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
import java.nio.ByteOrder;
import java.util.Arrays;

/// The ways of the publication by data streams, and the calls of FileInputStream; Penstock's
/// streams in their place.
final class StreamWays {
  /// The buffer that the publication found best on the Origin2000.
  private static final int BUFFER = 512 << 10;

  /// That which the JDK's buffered streams come with.
  private static final int USUAL_BUFFER = 8 << 10;

  /// Of the array of a ByteArrayOutputStream for which none was named.
  private static final int FIRST_LENGTH = 32;

  private static final int LENGTH_BYTES = 4;
  private static final long REQUEST = 8192;
  private static final long NONE = -1;

  private StreamWays() {}

  /// One call into the I/O system for every element, by `readInt` and `writeInt` of a
  /// RandomAccessFile. Dickens and Thakur, section 4.3.
  static Move dataStreams(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    return Move.byThreads(task, block -> elements(task, block, ints));
  }

  private static void elements(Task task, Block block, int[] ints) throws IOException {
    int end = block.index() + block.count();
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      if (Steps.reads(task)) {
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

  /// Data streams over buffered streams of the default size: `readInt` and `writeInt` for each
  /// element, as programs without array methods do it.
  static Move elementByElement(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints, USUAL_BUFFER));
  }

  /// Data streams chained through a buffer to the descriptor of a RandomAccessFile, one file for
  /// each thread. The request size is the buffer's. Dickens and Thakur, section 4.4.
  static Move bufferedDataStreams(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    int buffer = (int) task.work().requestOr(BUFFER);
    return Move.byThreads(task, block -> move(task, block, ints, buffer));
  }

  private static void move(Task task, Block block, int[] ints, int buffer) throws IOException {
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      move(task, block, ints, buffer, file.getFD());
    }
  }

  /// Moves a block from where a descriptor stands.
  private static void move(
      Task task, Block block, int[] ints, int buffer, FileDescriptor descriptor)
      throws IOException {
    if (Steps.reads(task)) {
      FileInputStream in = new FileInputStream(descriptor);
      read(new DataInputStream(new BufferedInputStream(in, buffer)), ints, block);
    } else {
      FileOutputStream out = new FileOutputStream(descriptor);
      write(new DataOutputStream(new BufferedOutputStream(out, buffer)), ints, block);
    }
  }

  /// Reads a block element by element.
  private static void read(DataInputStream in, int[] ints, Block block) throws IOException {
    int end = block.index() + block.count();
    for (int i = block.index(); i < end; i++) {
      ints[i] = in.readInt();
    }
  }

  /// Writes a block element by element, to the last byte.
  private static void write(DataOutputStream out, int[] ints, Block block) throws IOException {
    int end = block.index() + block.count();
    for (int i = block.index(); i < end; i++) {
      out.writeInt(ints[i]);
    }
    out.flush();
  }

  /// Buffered data streams of several threads through one descriptor, whose position they share:
  /// what Dickens and Thakur warn of in section 4.4. One thread alone moves the right bytes.
  static Move oneDescriptor(Task task, Object array) throws AbsentException, IOException {
    int[] ints = Steps.ints(array);
    RandomAccessFile file = Steps.openAt(task, 0);
    Move team = Move.byThreads(task, block -> shared(task, block, ints, file));
    return Steps.kept(team, file);
  }

  private static void shared(Task task, Block block, int[] ints, RandomAccessFile file)
      throws IOException {
    file.seek(4 * block.first());
    move(task, block, ints, (int) task.work().requestOr(BUFFER), file.getFD());
  }

  /// Data streams over byte array streams of the right size, 32 MiB at a time as on the Origin2000.
  /// Dickens and Thakur, section 4.5.
  static Move byteArrayStreams(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    return Move.byThreads(task, block -> byByteArrays(task, block, ints, true));
  }

  /// @param sized whether an array that is written has its length from the begin
  private static void byByteArrays(Task task, Block block, int[] ints, boolean sized)
      throws IOException {
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      new Steps(task, ClassicWays.AT_A_TIME)
          .forEach(
              block,
              (first, index, count) -> {
                Block part = new Block(block.member(), first, index, count);
                if (Steps.reads(task)) {
                  read(file, ints, part);
                } else {
                  int length = sized ? 4 * count : FIRST_LENGTH;
                  write(file, ints, part, new ByteArrayOutputStream(length));
                }
              });
    }
  }

  private static void read(RandomAccessFile file, int[] ints, Block part) throws IOException {
    byte[] bytes = new byte[4 * part.count()];
    file.readFully(bytes);
    read(new DataInputStream(new ByteArrayInputStream(bytes)), ints, part);
  }

  private static void write(
      RandomAccessFile file, int[] ints, Block part, ByteArrayOutputStream bytes)
      throws IOException {
    write(new DataOutputStream(bytes), ints, part);
    file.write(bytes.toByteArray());
  }

  /// The same where byte array streams begin with their usual 32 bytes and grow: what the
  /// publication advises against.
  static Move grownByteArrayStreams(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    if (Steps.reads(task)) {
      throw new AbsentException("only what is written grows");
    }
    return Move.byThreads(task, block -> byByteArrays(task, block, ints, false));
  }

  /// Buffered data streams, element by element, of arrays of every type.
  static Move eachElement(Task task, Object array) {
    return Move.byThreads(task, block -> eachElement(task, block, array));
  }

  private static void eachElement(Task task, Block block, Object array) throws IOException {
    int end = block.index() + block.count();
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      if (Steps.reads(task)) {
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(new FileInputStream(file.getFD()), BUFFER));
        for (int i = block.index(); i < end; i++) {
          readElement(in, array, i);
        }
      } else {
        DataOutputStream out =
            new DataOutputStream(
                new BufferedOutputStream(new FileOutputStream(file.getFD()), BUFFER));
        for (int i = block.index(); i < end; i++) {
          writeElement(out, array, i);
        }
        out.flush();
      }
    }
  }

  private static void readElement(DataInputStream in, Object array, int i) throws IOException {
    switch (array) {
      case byte[] a -> a[i] = in.readByte();
      case short[] a -> a[i] = in.readShort();
      case char[] a -> a[i] = in.readChar();
      case int[] a -> a[i] = in.readInt();
      case long[] a -> a[i] = in.readLong();
      case float[] a -> a[i] = in.readFloat();
      case double[] a -> a[i] = in.readDouble();
      default -> throw new IllegalArgumentException(array.getClass().getTypeName());
    }
  }

  private static void writeElement(DataOutputStream out, Object array, int i) throws IOException {
    switch (array) {
      case byte[] a -> out.writeByte(a[i]);
      case short[] a -> out.writeShort(a[i]);
      case char[] a -> out.writeChar(a[i]);
      case int[] a -> out.writeInt(a[i]);
      case long[] a -> out.writeLong(a[i]);
      case float[] a -> out.writeFloat(a[i]);
      case double[] a -> out.writeDouble(a[i]);
      default -> throw new IllegalArgumentException(array.getClass().getTypeName());
    }
  }

  /// The array methods that the publication asks for, of every type, over the JDK's file streams.
  static Move arrayMethods(Task task, Object array) {
    return Move.byThreads(task, block -> arrayMethods(task, block, array));
  }

  private static void arrayMethods(Task task, Block block, Object array) throws IOException {
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      if (Steps.reads(task)) {
        input(task, file).readArray(Elements.of(array, block.index(), block.count()));
      } else {
        ArrayDataOutputStream out = output(task, file);
        out.writeArray(Elements.of(array, block.index(), block.count()));
        out.flush();
      }
    }
  }

  /// `read` of a FileInputStream, a request at a time, straight to its place in the array: the call
  /// that the post on FileInputStream and Wide Finder takes apart.
  static Move fileInputStreams(Task task, Object array) throws AbsentException {
    byte[] bytes = Steps.bytes(array);
    return Move.byThreads(task, block -> calls(task, block, bytes));
  }

  private static void calls(Task task, Block block, byte[] bytes) throws IOException {
    try (FileInputStream in = new FileInputStream(task.file().toFile())) {
      in.skipNBytes(block.first());
      Steps.of(task, REQUEST)
          .forEach(block, (_, index, count) -> readFully(in, bytes, index, count));
    }
  }

  private static void readFully(FileInputStream in, byte[] bytes, int from, int count)
      throws IOException {
    for (int done = 0; done < count; ) {
      int n = in.read(bytes, from + done, count - done);
      if (n < 0) {
        throw new EOFException("the file ends early");
      }
      done += n;
    }
  }

  /// `readIntArray` and `writeIntArray` over the JDK's file streams. The request size, if there is
  /// one, is the buffer's.
  static Move penstockStreams(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    return Move.byThreads(task, block -> arrays(task, block, ints));
  }

  private static void arrays(Task task, Block block, int[] ints) throws IOException {
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      if (Steps.reads(task)) {
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

  /// `readIntArray` and `writeIntArray` of a stream that opens, or creates, the file by itself; one
  /// thread and one process.
  static Move penstockFileStreams(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    if (task.work().threads() * task.work().processes() > 1) {
      throw new AbsentException("a stream has one end that is read or written");
    }
    if (Steps.reads(task)) {
      return () -> {
        try (var in = ArrayDataInputStream.open(task.file(), task.work().order())) {
          in.readIntArray(ints);
        }
      };
    }
    return () -> {
      try (var out = ArrayDataOutputStream.create(task.file(), task.work().order())) {
        out.writeIntArray(ints);
      }
    };
  }

  /// `readIntArray` and `writeIntArray` of an [ArrayRandomAccessFile] that each thread opens and
  /// seeks.
  static Move penstockRandomAccess(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    if (task.work().order() != ByteOrder.BIG_ENDIAN) {
      throw new AbsentException("opened as a RandomAccessFile is, its values are big-endian");
    }
    return Move.byThreads(task, block -> seeking(task, block, ints));
  }

  private static void seeking(Task task, Block block, int[] ints) throws IOException {
    FileMode mode = Steps.reads(task) ? FileMode.READ : FileMode.READ_WRITE;
    try (ArrayRandomAccessFile file = new ArrayRandomAccessFile(task.file(), mode)) {
      file.seek((long) Integer.BYTES * block.first());
      if (Steps.reads(task)) {
        file.readIntArray(ints, block.index(), block.count());
      } else {
        file.writeIntArray(ints, block.index(), block.count());
      }
    }
  }

  /// Each thread's part as one serialized `int[]`. Dickens and Thakur, section 4.6.
  ///
  /// Serialization puts a header before the elements, so that a thread cannot know where to seek.
  /// Here the header is kept out of the file, which leaves the elements where the other approaches
  /// have them and can be compared.
  static Move objectSerialization(Task task, Object array) throws AbsentException, IOException {
    int[] ints = Steps.ints(array);
    byte[] header = header();
    return Move.byThreads(task, block -> serialized(task, block, ints, header));
  }

  /// The bytes before the elements of any `int[]`; its length comes last.
  private static byte[] header() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
      objects.writeObject(new int[0]);
    }
    return bytes.toByteArray();
  }

  private static void serialized(Task task, Block block, int[] ints, byte[] header)
      throws IOException, ClassNotFoundException {
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      if (Steps.reads(task)) {
        deserialize(file, block, ints, header);
      } else {
        serialize(file, block, ints, header);
      }
    }
  }

  private static void deserialize(RandomAccessFile file, Block block, int[] ints, byte[] header)
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

  private static void serialize(RandomAccessFile file, Block block, int[] ints, byte[] header)
      throws IOException {
    OutputStream out = new BufferedOutputStream(new FileOutputStream(file.getFD()));
    ObjectOutputStream objects = new ObjectOutputStream(headless(out, header.length));
    objects.writeObject(part(ints, block));
    objects.flush();
  }

  private static int[] part(int[] ints, Block block) {
    return block.count() == ints.length
        ? ints
        : Arrays.copyOfRange(ints, block.index(), block.index() + block.count());
  }

  /// A stream that drops the first bytes.
  private static OutputStream headless(OutputStream target, int length) {
    return new FilterOutputStream(target) {
      private int toDrop = length;

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
    };
  }
}
