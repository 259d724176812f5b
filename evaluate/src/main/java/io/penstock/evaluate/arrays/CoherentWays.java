package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.arrays.Coherence.Looks;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
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

  /// An open file of numbers, big-endian, that is gone through once: by the one that writes or by
  /// the one that reads.
  ///
  /// @param place visited with a number: writes it there, or reads the one that is there
  /// @param open file, which is closed with it
  record Numbers(Place place, Closeable open) implements Closeable {
    /// A visit to a place.
    interface Place {
      long visit(int place, long number) throws IOException;
    }

    /// Writes the number at a place.
    void write(int at, long number) throws IOException {
      long _ = place.visit(at, number);
    }

    /// Reads the number at a place.
    long read(int at) throws IOException {
      return place.visit(at, 0);
    }

    @Override
    public void close() throws IOException {
      open.close();
    }
  }

  /// The JDK's data streams over its buffered ones.
  static Numbers bufferedStreams(Looks by) throws IOException {
    return by.writes()
        ? output(new DataOutputStream(new BufferedOutputStream(inPlace(by.file()))), false)
        : input(new DataInputStream(new BufferedInputStream(Files.newInputStream(by.file()))));
  }

  /// The same, flushed after each number.
  static Numbers flushedStreams(Looks by) throws IOException {
    return by.writes()
        ? output(new DataOutputStream(new BufferedOutputStream(inPlace(by.file()))), true)
        : bufferedStreams(by);
  }

  /// Penstock's data streams.
  static Numbers penstockStreams(Looks by) throws IOException {
    return by.writes()
        ? output(new ArrayDataOutputStream(inPlace(by.file())), false)
        : input(new ArrayDataInputStream(Files.newInputStream(by.file())));
  }

  private static OutputStream inPlace(Path file) throws IOException {
    return Files.newOutputStream(file, StandardOpenOption.WRITE);
  }

  private static <T extends DataInput & Closeable> Numbers input(T in) {
    return new Numbers((_, _) -> in.readLong(), in);
  }

  private static <T extends DataOutput & Closeable & Flushable> Numbers output(
      T out, boolean flushed) {
    return new Numbers(
        (_, number) -> {
          out.writeLong(number);
          if (flushed) {
            out.flush();
          }
          return number;
        },
        out);
  }

  /// A RandomAccessFile, which has no buffer.
  static Numbers randomAccessFile(Looks by) throws IOException {
    RandomAccessFile open = new RandomAccessFile(by.file().toFile(), by.writes() ? "rw" : "r");
    return new Numbers(
        (place, number) -> {
          open.seek((long) place * Long.BYTES);
          return by.writes() ? written(number, open) : open.readLong();
        },
        open);
  }

  /// Penstock's random access file, which has a window.
  static Numbers penstockRandomAccess(Looks by) throws IOException {
    ArrayRandomAccessFile open =
        new ArrayRandomAccessFile(by.file(), by.writes() ? FileMode.READ_WRITE : FileMode.READ);
    return new Numbers(
        (place, number) -> {
          open.seek((long) place * Long.BYTES);
          return by.writes() ? written(number, open) : open.readLong();
        },
        open);
  }

  private static long written(long number, DataOutput out) throws IOException {
    out.writeLong(number);
    return number;
  }

  /// A file channel with a buffer of one number.
  static Numbers channel(Looks by) throws IOException {
    FileChannel open = opened(by);
    ByteBuffer one = ByteBuffer.allocate(Long.BYTES);
    return new Numbers(
        (place, number) -> {
          long at = (long) place * Long.BYTES;
          int _ =
              by.writes()
                  ? open.write(one.clear().putLong(0, number), at)
                  : open.read(one.clear(), at);
          return one.getLong(0);
        },
        open);
  }

  /// A mapping.
  static Numbers mapped(Looks by) throws IOException {
    FileChannel open = opened(by);
    FileChannel.MapMode mode =
        by.writes() ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
    LongBuffer numbers = open.map(mode, 0, open.size()).asLongBuffer();
    return new Numbers(
        (place, number) -> by.writes() ? numbers.put(place, number).get(place) : numbers.get(place),
        open);
  }

  private static FileChannel opened(Looks by) throws IOException {
    return by.writes()
        ? FileChannel.open(by.file(), StandardOpenOption.READ, StandardOpenOption.WRITE)
        : FileChannel.open(by.file(), StandardOpenOption.READ);
  }

  /// An array file in each process.
  static Numbers arrayFile(Looks by) throws IOException {
    ArrayFile open =
        ArrayFile.open(by.file(), FORMAT, by.writes() ? Access.readWrite() : Access.read());
    long[] one = new long[1];
    return new Numbers(
        (place, number) -> {
          one[0] = number;
          if (by.writes()) {
            open.writeAt(place, one, 0, 1);
          } else {
            open.readAt(place, one, 0, 1);
          }
          return one[0];
        },
        open);
  }

  /// A shared file of both processes, by calls of one rank.
  static Numbers sharedFile(Looks by) throws IOException {
    SharedArrayFile open = SharedArrayFile.open(by.world(), by.file(), FORMAT, OpenMode.READ_WRITE);
    long[] one = new long[1];
    return new Numbers(
        (place, number) -> {
          one[0] = number;
          if (by.writes()) {
            open.writeAt(place, one);
          } else {
            open.readAt(place, one);
          }
          return one[0];
        },
        open);
  }
}
