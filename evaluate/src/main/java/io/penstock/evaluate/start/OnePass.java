package io.penstock.evaluate.start;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.file.Raw;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// A program that reads one file of longs into an array, and prints two numbers: the nanoseconds
/// from just before the first call to the last byte, and the sum of what it read.
final class OnePass {
  static final String AUTO = "penstock-auto";
  static final String CHANNEL = "jdk-channel";
  static final String MAPPED = "jdk-mapped";
  static final String WHOLE = "jdk-read-all-bytes";

  private static final int CHUNK_BYTES = 1 << 20;
  private static final long MAPPING_BYTES = 1L << 30;

  private OnePass() {}

  /// Arguments: the way, the file, its length in bytes.
  static void main(String[] arguments) throws IOException {
    String way = arguments[0];
    Path file = Path.of(arguments[1]);
    long size = Long.parseLong(arguments[2]);
    long[] target = new long[way.equals(WHOLE) ? 0 : Math.toIntExact(size / Long.BYTES)];
    Arrays.fill(target, -1);
    byte[] bytes = {};
    long start = System.nanoTime();
    switch (way) {
      case AUTO -> Penstock.read(file, target);
      case CHANNEL -> channel(file, target);
      case MAPPED -> mapped(file, target);
      case WHOLE -> bytes = Files.readAllBytes(file);
      default -> throw new IllegalArgumentException(way);
    }
    long nanos = System.nanoTime() - start;
    LongBuffer read =
        way.equals(WHOLE)
            ? ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer()
            : LongBuffer.wrap(target);
    System.out.println(nanos + " " + RawLongs.sum(read));
  }

  private static final class Penstock {
    static void read(Path file, long[] target) throws IOException {
      Raw format = Raw.of(ElementType.LONG, ByteOrder.nativeOrder(), Shape.of(target.length));
      try (ArrayFile open = ArrayFile.open(file, format)) {
        open.read(target);
      }
    }
  }

  private static void channel(Path file, long[] target) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.nativeOrder());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int done = 0; done < target.length; ) {
        chunk.clear();
        while (chunk.position() == 0 || chunk.position() % Long.BYTES != 0) {
          if (channel.read(chunk) < 0) {
            throw new EOFException("the file ends at element " + done);
          }
        }
        LongBuffer numbers = chunk.flip().asLongBuffer();
        int count = numbers.remaining();
        numbers.get(target, done, count);
        done += count;
      }
    }
  }

  private static void mapped(Path file, long[] target) throws IOException {
    long size = (long) target.length * Long.BYTES;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long done = 0; done < size; done += MAPPING_BYTES) {
        long piece = Math.min(MAPPING_BYTES, size - done);
        channel
            .map(FileChannel.MapMode.READ_ONLY, done, piece)
            .order(ByteOrder.nativeOrder())
            .asLongBuffer()
            .get(target, (int) (done / Long.BYTES), (int) (piece / Long.BYTES));
      }
    }
  }
}
