package io.penstock.stream;

import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.testing.AllocatedBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// A program that repeats calls of a stream until the compiler is done with them, and says what the
/// last rounds have allocated for each call: bytes, one number a round.
final class SteadyStreams {
  private static final int ROUNDS = 20;
  private static final int CALLS = 2000;

  private static final byte[] BYTES = new byte[5_000];
  private static final short[] SHORTS = new short[2_500];
  private static final char[] CHARS = new char[2_500];
  private static final int[] INTS = new int[1_250];
  private static final long[] LONGS = new long[625];
  private static final float[] FLOATS = new float[1_250];
  private static final double[] DOUBLES = new double[625];

  /// A call to be repeated.
  private interface Call {
    void make() throws IOException;
  }

  private static final Object[] KEPT = new Object[1];

  private SteadyStreams() {}

  /// Repeats the calls.
  ///
  /// @param arguments `write`, `read`, `file` or `garbage`; the byte order; a file to be made
  public static void main(String[] arguments) throws IOException {
    ByteOrder order =
        arguments[1].equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    switch (arguments[0]) {
      case "write" -> write(order);
      case "read" -> read(order);
      case "file" -> move(order, Path.of(arguments[2]));
      case "garbage" -> repeat(() -> KEPT[0] = new byte[1]);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void write(ByteOrder order) throws IOException {
    ArrayDataOutputStream out = new ArrayDataOutputStream(OutputStream.nullOutputStream(), order);
    repeat(
        () -> {
          write(out);
          out.writeUTF("some text");
        });
  }

  private static void read(ByteOrder order) throws IOException {
    ArrayDataInputStream in = new ArrayDataInputStream(new Endless(), order);
    repeat(() -> read(in));
  }

  private static void move(ByteOrder order, Path path) throws IOException {
    FileEngine _ = FileEngines.named("posix"); // in steady state C functions are bound
    try (ArrayRandomAccessFile file =
        new ArrayRandomAccessFile(path, FileMode.READ_WRITE, order, 8 << 10)) {
      repeat(
          () -> {
            file.seek(0);
            write(file);
            file.seek(0);
            read(file);
          });
    }
  }

  private static void write(ArrayDataOutput out) throws IOException {
    out.writeArray(BYTES);
    out.writeArray(SHORTS);
    out.writeArray(CHARS);
    out.writeArray(INTS);
    out.writeArray(LONGS);
    out.writeArray(FLOATS);
    out.writeArray(DOUBLES);
    out.writeByte(1);
    out.writeInt(1);
    out.writeDouble(1);
    out.writeChars("text");
  }

  private static void read(ArrayDataInput in) throws IOException {
    in.readArray(BYTES);
    in.readArray(SHORTS);
    in.readArray(CHARS);
    in.readArray(INTS);
    in.readArray(LONGS);
    in.readArray(FLOATS);
    in.readArray(DOUBLES);
    in.readByte();
    in.readInt();
    in.readDouble();
  }

  private static void repeat(Call call) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      System.out.println(bytesPerCall(call));
    }
  }

  private static double bytesPerCall(Call call) throws IOException {
    long before = AllocatedBytes.now();
    for (int i = 0; i < CALLS; i++) {
      call.make();
    }
    return (AllocatedBytes.now() - before) / (double) CALLS;
  }

  /// Gives whatever lies in the target.
  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 0;
    }

    @Override
    public int read(byte[] target, int from, int count) {
      return count;
    }
  }
}
