package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.array.Elements;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UTFDataFormatException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayDataInputStreamTest {
  @TempDir Path folder;

  private static ArrayDataInputStream of(int... bytes) {
    byte[] narrow = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      narrow[i] = (byte) bytes[i];
    }
    return new ArrayDataInputStream(new ByteArrayInputStream(narrow));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eitherOrderIsWhatByteBufferMakesOfIt(boolean little) throws IOException {
    ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    ArrayDataInputStream in =
        new ArrayDataInputStream(new ByteArrayInputStream(Samples.bytes(order)), order, 13);
    short[] shorts = new short[Samples.SHORTS.length];
    in.readShortArray(shorts);
    assertThat(shorts).isEqualTo(Samples.SHORTS);
    char[] chars = new char[Samples.CHARS.length];
    in.readCharArray(chars);
    assertThat(chars).isEqualTo(Samples.CHARS);
    int[] ints = new int[Samples.INTS.length];
    in.readIntArray(ints);
    assertThat(ints).isEqualTo(Samples.INTS);
    long[] longs = new long[Samples.LONGS.length];
    in.readLongArray(longs);
    assertThat(longs).isEqualTo(Samples.LONGS);
    float[] floats = new float[Samples.FLOATS.length];
    in.readFloatArray(floats);
    assertThat(Calls.bits(floats)).isEqualTo(Calls.bits(Samples.FLOATS));
    double[] doubles = new double[Samples.DOUBLES.length];
    in.readDoubleArray(doubles);
    assertThat(Calls.bits(doubles)).isEqualTo(Calls.bits(Samples.DOUBLES));
    assertThat(in.readShort()).isEqualTo(Samples.SHORTS[0]);
    assertThat(in.readChar()).isEqualTo(Samples.CHARS[0]);
    assertThat(in.readInt()).isEqualTo(Samples.INTS[0]);
    assertThat(in.readLong()).isEqualTo(Samples.LONGS[0]);
    assertThat(in.readFloat()).isEqualTo(Samples.FLOATS[0]);
    assertThat(in.readDouble()).isEqualTo(Samples.DOUBLES[0]);
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void anInputThatEndsInsideAnArraySaysHowMuchOfItWasRead() throws IOException {
    ArrayDataInputStream in = of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0);
    int[] target = {9, 9, 9, 9, 9, 9};
    assertThatThrownBy(() -> in.readIntArray(target, 1, 4))
        .isInstanceOf(EOFException.class)
        .hasMessage("the input ended after 2 of 4 elements");
    assertThat(target).containsExactly(9, 1, 2, 9, 9, 9);
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void anInputThatEndsInsideAValueIsAtItsEnd() throws IOException {
    ArrayDataInputStream in = of(0, 0, 0);
    assertThatThrownBy(in::readLong)
        .isInstanceOf(EOFException.class)
        .hasMessage("the input ended after 3 of 8 bytes");
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void nothingBeyondTheRangeIsTouched() throws IOException {
    int[] target = {9, 9, 9, 9};
    of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3).readIntArray(target, 1, 2);
    assertThat(target).containsExactly(9, 1, 2, 9);
  }

  @Test
  void anArrayWithoutElementsNeedsNoInput() throws IOException {
    ArrayDataInputStream in = of();
    in.readDoubleArray(new double[0]);
    in.readFully(new byte[0]);
    in.readIntArray(new int[3], 3, 0);
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void rangesThatLeaveTheArrayAreRefusedAndReadNothing() throws IOException {
    ArrayDataInputStream in = of(1, 2, 3, 4, 5, 6, 7, 8);
    assertThatThrownBy(() -> in.readIntArray(new int[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContainingAll("2", "3");
    assertThatThrownBy(() -> in.readShortArray(new short[3], 0, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> in.read(new byte[3], 1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> in.readArray(Elements.of(new boolean[1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boolean[]");
    assertThat(in.read()).isEqualTo(1);
  }

  @Test
  void everyCallAfterCloseIsRefused() throws IOException {
    ArrayDataInputStream in = of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    in.read();
    in.close();
    in.close();
    List<ThrowingCallable> calls =
        List.of(
            in::read,
            () -> in.read(new byte[1]),
            () -> in.read(new byte[0]),
            () -> in.readFully(new byte[0]),
            () -> in.skip(1),
            () -> in.skipBytes(1),
            in::available,
            in::readBoolean,
            in::readByte,
            in::readShort,
            in::readInt,
            in::readLong,
            in::readFloat,
            in::readDouble,
            in::readLine,
            in::readUTF,
            () -> in.readIntArray(new int[1]),
            () -> in.readIntArray(new int[0]));
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IOException.class)
                    .hasMessage("stream closed"));
  }

  @Test
  void closingReachesTheStreamBelowOnce() throws IOException {
    int[] closes = {0};
    InputStream below =
        new FilterInputStream(InputStream.nullInputStream()) {
          @Override
          public void close() {
            closes[0]++;
          }
        };
    ArrayDataInputStream in = new ArrayDataInputStream(below);
    in.close();
    in.close();
    assertThat(closes[0]).isEqualTo(1);
  }

  @Test
  void aFailureBelowIsPassedOn() {
    ArrayDataInputStream in =
        new ArrayDataInputStream(
            new FilterInputStream(InputStream.nullInputStream()) {
              @Override
              public int read(byte[] target, int from, int count) throws IOException {
                throw new IOException("unplugged");
              }
            });
    assertThatThrownBy(() -> in.readIntArray(new int[5])).hasMessage("unplugged");
  }

  @Test
  void thereIsNoMark() {
    ArrayDataInputStream in = of(1);
    assertThat(in.markSupported()).isFalse();
    assertThatThrownBy(in::reset).isInstanceOf(IOException.class);
  }

  @Test
  void aMalformedStringIsRefusedByTheByteThatIsWrong() throws IOException {
    ArrayDataInputStream in = of(0, 3, 'a', 0xC3, 'b', 7);
    assertThatThrownBy(in::readUTF)
        .isInstanceOf(UTFDataFormatException.class)
        .hasMessageContainingAll("0x62", "byte 2 of 3");
    assertThat(in.read()).isEqualTo(7);
    assertThatThrownBy(of(0, 1, 0xE1)::readUTF).hasMessageContaining("has no end");
    assertThatThrownBy(of(0, 1, 0xFF)::readUTF).hasMessageContaining("begins no character");
  }

  @Test
  void aFileOfAnySizeIsReadBack() throws IOException {
    Path path = folder.resolve("file");
    long[] expected = new long[300_007];
    Arrays.setAll(expected, i -> i * 0x9E3779B97F4A7C15L);
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      try (ArrayDataOutputStream out = ArrayDataOutputStream.create(path, order)) {
        out.writeByte(3);
        out.writeLongArray(expected);
        out.writeUTF("end");
      }
      long[] actual = new long[expected.length];
      try (ArrayDataInputStream in = ArrayDataInputStream.open(path, order)) {
        assertThat(in.available()).isEqualTo((int) Files.size(path));
        assertThat(in.readByte()).isEqualTo((byte) 3);
        in.readLongArray(actual);
        assertThat(in.readUTF()).isEqualTo("end");
        assertThat(in.skip(5)).isZero();
        assertThat(in.read()).isEqualTo(-1);
      }
      assertThat(actual).isEqualTo(expected);
    }
  }

  @Test
  void aMissingFileIsRefusedByName() {
    assertThatThrownBy(() -> ArrayDataInputStream.open(folder.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("missing");
  }
}
