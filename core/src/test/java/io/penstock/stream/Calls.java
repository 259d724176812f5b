package io.penstock.stream;

import io.penstock.array.Elements;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Random calls of every method of the data interfaces.
final class Calls {
  private static final List<IntFunction<Object>> ARRAYS =
      List.of(
          byte[]::new,
          short[]::new,
          char[]::new,
          int[]::new,
          long[]::new,
          float[]::new,
          double[]::new);

  private final Random random;
  private final int longest;

  /// @param longest the longest array to be had
  Calls(Random random, int longest) {
    this.random = random;
    this.longest = longest;
  }

  /// One call that writes. It does the same whenever it is made.
  interface Write {
    void to(ArrayDataOutput out) throws IOException;
  }

  /// One call that reads. It gives what can be compared.
  interface Read {
    Object from(ArrayDataInput in) throws IOException;
  }

  Write write() {
    long bits = random.nextLong();
    String text = text();
    Object array = filled();
    int length = Array.getLength(array);
    int from = random.nextInt(length + 1);
    int count = random.nextInt(length - from + 1);
    return switch (random.nextInt(22)) {
      case 0 -> out -> out.write((int) bits);
      case 1 -> out -> out.writeBoolean(bits > 0);
      case 2 -> out -> out.writeByte((int) bits);
      case 3 -> out -> out.writeShort((int) bits);
      case 4 -> out -> out.writeChar((int) bits);
      case 5 -> out -> out.writeInt((int) bits);
      case 6 -> out -> out.writeLong(bits);
      case 7 -> out -> out.writeFloat(Float.intBitsToFloat((int) bits));
      case 8 -> out -> out.writeDouble(Double.longBitsToDouble(bits));
      case 9 -> out -> out.writeBytes(text);
      case 10 -> out -> out.writeChars(text);
      case 11 -> out -> out.writeUTF(text);
      case 12 -> out -> out.writeArray(Elements.of(array));
      case 13 -> out -> out.writeArray(Elements.of(array, from, count));
      case 14 -> out -> out.writeFloat(Float.NaN);
      default -> out -> typed(out, array, from, count, bits > 0);
    };
  }

  private static void typed(ArrayDataOutput out, Object array, int from, int count, boolean whole)
      throws IOException {
    if (whole) {
      switch (array) {
        case byte[] a -> out.write(a);
        case short[] a -> out.writeShortArray(a);
        case char[] a -> out.writeCharArray(a);
        case int[] a -> out.writeIntArray(a);
        case long[] a -> out.writeLongArray(a);
        case float[] a -> out.writeFloatArray(a);
        case double[] a -> out.writeDoubleArray(a);
        default -> throw new AssertionError(array.getClass());
      }
      return;
    }
    switch (array) {
      case byte[] a -> out.write(a, from, count);
      case short[] a -> out.writeShortArray(a, from, count);
      case char[] a -> out.writeCharArray(a, from, count);
      case int[] a -> out.writeIntArray(a, from, count);
      case long[] a -> out.writeLongArray(a, from, count);
      case float[] a -> out.writeFloatArray(a, from, count);
      case double[] a -> out.writeDoubleArray(a, from, count);
      default -> throw new AssertionError(array.getClass());
    }
  }

  Read read() {
    IntFunction<Object> type = ARRAYS.get(random.nextInt(ARRAYS.size()));
    int length = length();
    int from = random.nextInt(length + 1);
    int count = random.nextInt(length - from + 1);
    boolean whole = random.nextBoolean();
    int skip = random.nextInt(-2, 20);
    return switch (random.nextInt(22)) {
      case 0 -> ArrayDataInput::readBoolean;
      case 1 -> ArrayDataInput::readByte;
      case 2 -> ArrayDataInput::readUnsignedByte;
      case 3 -> ArrayDataInput::readShort;
      case 4 -> ArrayDataInput::readUnsignedShort;
      case 5 -> ArrayDataInput::readChar;
      case 6 -> ArrayDataInput::readInt;
      case 7 -> ArrayDataInput::readLong;
      case 8 -> in -> Float.floatToRawIntBits(in.readFloat());
      case 9 -> in -> Double.doubleToRawLongBits(in.readDouble());
      case 10 -> ArrayDataInput::readUTF;
      case 11 -> in -> List.of(String.valueOf(in.readLine()));
      case 12 -> in -> in.skipBytes(skip);
      default -> in -> filled(in, type.apply(length), from, count, whole);
    };
  }

  /// The array, however far it could be filled.
  private static Object filled(ArrayDataInput in, Object array, int from, int count, boolean whole)
      throws IOException {
    try {
      if (whole) {
        fill(in, array);
      } else {
        fill(in, array, from, count);
      }
    } catch (EOFException _) {
      return List.of("ended", bits(array));
    }
    return bits(array);
  }

  /// The elements in a form that is equal only if every bit is.
  static List<Long> bits(Object array) {
    return IntStream.range(0, Array.getLength(array))
        .mapToObj(
            i ->
                switch (array) {
                  case float[] a -> (long) Float.floatToRawIntBits(a[i]);
                  case double[] a -> Double.doubleToRawLongBits(a[i]);
                  case char[] a -> (long) a[i];
                  default -> Array.getLong(array, i);
                })
        .toList();
  }

  private static void fill(ArrayDataInput in, Object array) throws IOException {
    switch (array) {
      case byte[] a -> in.readFully(a);
      case short[] a -> in.readShortArray(a);
      case char[] a -> in.readCharArray(a);
      case int[] a -> in.readIntArray(a);
      case long[] a -> in.readLongArray(a);
      case float[] a -> in.readFloatArray(a);
      case double[] a -> in.readDoubleArray(a);
      default -> throw new AssertionError(array.getClass());
    }
  }

  private static void fill(ArrayDataInput in, Object array, int from, int count)
      throws IOException {
    switch (array) {
      case byte[] a -> in.readFully(a, from, count);
      case short[] a -> in.readShortArray(a, from, count);
      case char[] a -> in.readCharArray(a, from, count);
      case int[] a -> in.readIntArray(a, from, count);
      case long[] a -> in.readLongArray(a, from, count);
      case float[] a -> in.readFloatArray(a, from, count);
      case double[] a -> in.readDoubleArray(a, from, count);
      default -> throw new AssertionError(array.getClass());
    }
  }

  /// What a call gives, or the kind of failure that it meets.
  static Object outcome(Read read, ArrayDataInput in) throws IOException {
    try {
      return read.from(in);
    } catch (EOFException _) {
      return "ended";
    } catch (UTFDataFormatException _) {
      return "malformed";
    }
  }

  private int length() {
    return random.nextInt(8) == 0 ? random.nextInt(longest + 1) : random.nextInt(20);
  }

  private Object filled() {
    Object array = ARRAYS.get(random.nextInt(ARRAYS.size())).apply(length());
    for (int i = 0; i < Array.getLength(array); i++) {
      long bits = random.nextLong();
      switch (array) {
        case byte[] a -> a[i] = (byte) bits;
        case short[] a -> a[i] = (short) bits;
        case char[] a -> a[i] = (char) bits;
        case int[] a -> a[i] = (int) bits;
        case long[] a -> a[i] = bits;
        case float[] a -> a[i] = Float.intBitsToFloat((int) bits);
        case double[] a -> a[i] = Double.longBitsToDouble(bits);
        default -> throw new AssertionError(array.getClass());
      }
    }
    return array;
  }

  /// Characters of every length in modified UTF-8, line ends among them.
  private String text() {
    char[] some = {0, '\n', '\r', 'a', 'z', 0x7F, 0x80, 0x7FF, 0x800, 0xD800, 0xDC00, 0xFFFF};
    boolean ascii = random.nextBoolean();
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(ascii ? (char) random.nextInt(1, 0x80) : some[random.nextInt(some.length)]);
    }
    return text.toString();
  }
}
