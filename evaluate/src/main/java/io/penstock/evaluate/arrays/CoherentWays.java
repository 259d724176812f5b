package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The ways by which two processes have a file of numbers open.
final class CoherentWays {
  private static final Raw FORMAT =
      Raw.of(ElementType.LONG, ByteOrder.BIG_ENDIAN, Shape.of(Coherence.LOOKS));

  private CoherentWays() {}

  /// Reads a number at a place.
  interface Read {
    long at(int place) throws IOException;
  }

  /// Writes a number at a place.
  interface Write {
    void at(int place, long number) throws IOException;
  }

  /// An open file of numbers that is gone through once, for one process.
  ///
  /// @param reading a number
  /// @param writing one
  /// @param open file, which is closed with it
  record Numbers(Read reading, Write writing, Closeable open) implements Closeable {
    @Override
    public void close() throws IOException {
      open.close();
    }
  }

  /// The JDK's data streams over its buffered ones.
  static Numbers bufferedStreams(Communicator world, Path file, boolean writes) throws IOException {
    return writes
        ? output(new DataOutputStream(new BufferedOutputStream(inPlace(file))), false)
        : input(new DataInputStream(new BufferedInputStream(Files.newInputStream(file))));
  }

  /// The same, flushed after each number.
  static Numbers flushedStreams(Communicator world, Path file, boolean writes) throws IOException {
    return writes
        ? output(new DataOutputStream(new BufferedOutputStream(inPlace(file))), true)
        : bufferedStreams(world, file, false);
  }

  /// Penstock's data streams.
  static Numbers penstockStreams(Communicator world, Path file, boolean writes) throws IOException {
    return writes
        ? output(new ArrayDataOutputStream(inPlace(file)), false)
        : input(new ArrayDataInputStream(Files.newInputStream(file)));
  }

  private static OutputStream inPlace(Path file) throws IOException {
    return Files.newOutputStream(file, StandardOpenOption.WRITE);
  }

  private static <T extends DataInput & Closeable> Numbers input(T in) {
    return new Numbers(_ -> in.readLong(), (_, _) -> {}, in);
  }

  private static <T extends DataOutput & Closeable & Flushable> Numbers output(
      T out, boolean flushed) {
    return new Numbers(
        _ -> 0,
        (_, number) -> {
          out.writeLong(number);
          if (flushed) {
            out.flush();
          }
        },
        out);
  }

  /// A RandomAccessFile, which has no buffer.
  static Numbers randomAccessFile(Communicator world, Path file, boolean writes)
      throws IOException {
    RandomAccessFile open = new RandomAccessFile(file.toFile(), writes ? "rw" : "r");
    return seeking(open, open::seek);
  }

  /// Penstock's random access file, which has a window.
  static Numbers penstockRandomAccess(Communicator world, Path file, boolean writes)
      throws IOException {
    ArrayRandomAccessFile open =
        new ArrayRandomAccessFile(file, writes ? FileMode.READ_WRITE : FileMode.READ);
    return seeking(open, open::seek);
  }

  /// Goes to an offset in a file.
  private interface Seek {
    void to(long offset) throws IOException;
  }

  private static <T extends DataInput & DataOutput & Closeable> Numbers seeking(T open, Seek seek) {
    return new Numbers(
        place -> {
          seek.to((long) place * Long.BYTES);
          return open.readLong();
        },
        (place, number) -> {
          seek.to((long) place * Long.BYTES);
          open.writeLong(number);
        },
        open);
  }

  /// A file channel with a buffer of one number.
  static Numbers channel(Communicator world, Path file, boolean writes) throws IOException {
    FileChannel open = opened(file, writes);
    ByteBuffer one = ByteBuffer.allocate(Long.BYTES);
    return new Numbers(
        place -> {
          open.read(one.clear(), (long) place * Long.BYTES);
          return one.getLong(0);
        },
        (place, number) -> open.write(one.clear().putLong(0, number), (long) place * Long.BYTES),
        open);
  }

  /// A mapping.
  static Numbers mapped(Communicator world, Path file, boolean writes) throws IOException {
    FileChannel open = opened(file, writes);
    FileChannel.MapMode mode =
        writes ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
    LongBuffer numbers = open.map(mode, 0, open.size()).asLongBuffer();
    return new Numbers(numbers::get, numbers::put, open);
  }

  private static FileChannel opened(Path file, boolean writes) throws IOException {
    return writes
        ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
        : FileChannel.open(file, StandardOpenOption.READ);
  }

  /// An array file in each process.
  static Numbers arrayFile(Communicator world, Path file, boolean writes) throws IOException {
    ArrayFile open = ArrayFile.open(file, FORMAT, writes ? Access.readWrite() : Access.read());
    return moving(
        (place, one) -> open.readAt(place, one, 0, 1),
        (place, one) -> open.writeAt(place, one, 0, 1),
        open);
  }

  /// A shared file of both processes, by calls of one rank.
  static Numbers sharedFile(Communicator world, Path file, boolean writes) throws IOException {
    SharedArrayFile open = SharedArrayFile.open(world, file, FORMAT, OpenMode.READ_WRITE);
    return moving(open::readAt, open::writeAt, open);
  }

  /// Moves an array of one number between memory and a place.
  private interface Transfer {
    void at(long place, long[] one) throws IOException;
  }

  private static Numbers moving(Transfer read, Transfer write, Closeable open) {
    long[] one = new long[1];
    return new Numbers(
        place -> {
          read.at(place, one);
          return one[0];
        },
        (place, number) -> {
          one[0] = number;
          write.at(place, one);
        },
        open);
  }
}
