package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.penstock.array.Elements;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrayDataOutputStreamTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ArrayDataOutputStream out = new ArrayDataOutputStream(bytes);

  @Test
  void littleEndianIsWhatByteBufferMakesOfIt() throws IOException {
    try (ArrayDataOutputStream little =
        new ArrayDataOutputStream(bytes, ByteOrder.LITTLE_ENDIAN, 11)) {
      writeSamples(little);
    }
    assertThat(bytes.toByteArray()).isEqualTo(Samples.bytes(ByteOrder.LITTLE_ENDIAN));
  }

  @Test
  void bigEndianIsWhatByteBufferMakesOfIt() throws IOException {
    writeSamples(out);
    out.close();
    assertThat(bytes.toByteArray()).isEqualTo(Samples.bytes(ByteOrder.BIG_ENDIAN));
  }

  private static void writeSamples(ArrayDataOutputStream out) throws IOException {
    out.writeShortArray(Samples.SHORTS);
    out.writeCharArray(Samples.CHARS);
    out.writeIntArray(Samples.INTS);
    out.writeLongArray(Samples.LONGS);
    out.writeFloatArray(Samples.FLOATS);
    out.writeDoubleArray(Samples.DOUBLES);
    out.writeShort(Samples.SHORTS[0]);
    out.writeChar(Samples.CHARS[0]);
    out.writeInt(Samples.INTS[0]);
    out.writeLong(Samples.LONGS[0]);
    out.writeFloat(Samples.FLOATS[0]);
    out.writeDouble(Samples.DOUBLES[0]);
  }

  @Test
  void theLengthOfAStringIsBigEndianInEitherOrder() throws IOException {
    try (ArrayDataOutputStream little = new ArrayDataOutputStream(bytes, ByteOrder.LITTLE_ENDIAN)) {
      little.writeUTF("ab");
    }
    assertThat(bytes.toByteArray()).containsExactly(0, 2, 'a', 'b');
  }

  @Test
  void anArrayOfAnySizeIsWrittenWhole() throws IOException {
    int[] many = new int[1_000_003];
    for (int i = 0; i < many.length; i++) {
      many[i] = i * 0x9E3779B9;
    }
    out.writeByte(0); // nothing is aligned any more
    out.writeIntArray(many);
    out.close();
    ByteBuffer expected = ByteBuffer.allocate(1 + 4 * many.length);
    expected.position(1).slice().asIntBuffer().put(many);
    assertThat(bytes.toByteArray()).isEqualTo(expected.array());
  }

  @Test
  void anArrayWithoutElementsLeavesNothing() throws IOException {
    out.writeDoubleArray(new double[0]);
    out.writeIntArray(new int[3], 3, 0);
    out.close();
    assertThat(bytes.size()).isZero();
  }

  @Test
  void rangesThatLeaveTheArrayAreRefusedWithTheirValues() throws IOException {
    assertThatThrownBy(() -> out.writeIntArray(new int[3], 1, 5))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContainingAll("1", "5", "3");
    assertThatThrownBy(() -> out.writeDoubleArray(new double[3], -1, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> out.writeShortArray(new short[3], 1, Integer.MAX_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> out.write(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(out.size()).isZero();
  }

  @Test
  void whatIsNoArrayOfNumbersIsRefusedByName() {
    assertThatThrownBy(() -> out.writeArray(Elements.of(new boolean[1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boolean[]");
    assertThatThrownBy(() -> out.writeArray(Elements.of("text")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aBufferThatHoldsNoDoubleIsRefused() {
    assertThatThrownBy(() -> new ArrayDataOutputStream(bytes, ByteOrder.BIG_ENDIAN, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("7");
  }

  @Test
  void aStringThatIsTooLongIsRefusedBeforeAnythingIsWritten() {
    assertThatThrownBy(() -> out.writeUTF("\u0800".repeat(21_846)))
        .isInstanceOf(UTFDataFormatException.class)
        .hasMessageContaining("65538");
    assertThat(out.size()).isZero();
  }

  @Test
  void everyCallAfterCloseIsRefused() throws IOException {
    out.writeInt(1);
    out.close();
    out.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> out.write(1),
            () -> out.write(new byte[1]),
            () -> out.write(new byte[0]),
            () -> out.writeBoolean(true),
            () -> out.writeShort(1),
            () -> out.writeInt(1),
            () -> out.writeLong(1),
            () -> out.writeFloat(1),
            () -> out.writeDouble(1),
            () -> out.writeBytes(""),
            () -> out.writeChars(""),
            () -> out.writeUTF(""),
            () -> out.writeIntArray(new int[1]),
            () -> out.writeIntArray(new int[0]),
            out::flush);
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IOException.class)
                    .hasMessage("stream closed"));
    assertThat(out.size()).isEqualTo(4);
    assertThat(bytes.size()).isEqualTo(4);
  }

  @Test
  void flushAndCloseReachTheStreamBelow() throws IOException {
    Recorder below = new Recorder();
    ArrayDataOutputStream above = new ArrayDataOutputStream(below);
    above.flush();
    assertThat(below.events).containsExactly("flush");
    above.close();
    assertThat(below.events).containsExactly("flush", "flush", "close");
  }

  @Test
  void aWriteThatFailsOnlyWhenClosingIsReportedAndTheStreamBelowIsClosed() throws IOException {
    Recorder below = new Recorder();
    below.full = true;
    ArrayDataOutputStream above = new ArrayDataOutputStream(below);
    above.writeInt(1);
    assertThatThrownBy(above::close).hasMessage("full");
    assertThat(below.events).containsExactly("close");
    above.close();
  }

  @Test
  void afterAFailedWriteEveryCallFailsAndNothingMoreIsWritten() throws IOException {
    Recorder below = new Recorder();
    below.full = true;
    ArrayDataOutputStream above = new ArrayDataOutputStream(below, ByteOrder.BIG_ENDIAN, 16);
    assertThatThrownBy(() -> above.writeIntArray(new int[8])).hasMessage("full");
    below.full = false;
    Throwable later = catchThrowable(() -> above.writeByte(1));
    assertThat(later).isInstanceOf(IOException.class).hasMessageContaining("gap");
    assertThat(later.getCause()).hasMessage("full");
    assertThatThrownBy(above::flush).hasMessageContaining("gap");
    assertThatThrownBy(above::close).hasMessageContaining("gap");
    assertThat(below.events).containsExactly("close");
  }

  @Test
  void theFirstFailureIsTheOneThatTryWithResourcesThrows() {
    Recorder below = new Recorder();
    below.full = true;
    Throwable thrown =
        catchThrowable(
            () -> {
              try (ArrayDataOutputStream above =
                  new ArrayDataOutputStream(below, ByteOrder.BIG_ENDIAN, 16)) {
                above.writeIntArray(new int[8]);
              }
            });
    assertThat(thrown).hasMessage("full");
    assertThat(thrown.getSuppressed()).hasSize(1);
  }

  @Test
  void aFileIsCreatedOrEmptiedAndHoldsWhatWasWritten() throws IOException {
    Path path = folder.resolve("file");
    for (int length : new int[] {200_000, 3}) {
      try (ArrayDataOutputStream file = ArrayDataOutputStream.create(path)) {
        file.writeIntArray(new int[length]);
        file.writeByte(9);
        assertThat(file.size()).isEqualTo(4L * length + 1);
      }
      byte[] expected = new byte[4 * length + 1];
      expected[4 * length] = 9;
      assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    }
  }

  @Test
  void aFolderIsNoFileToWrite() {
    assertThatThrownBy(() -> ArrayDataOutputStream.create(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString());
  }

  /// Remembers what it is told to do, and is full when told so.
  private static final class Recorder extends OutputStream {
    final List<String> events = new ArrayList<>();
    boolean full;

    @Override
    public void write(int value) throws IOException {
      if (full) {
        throw new IOException("full");
      }
      events.add("write");
    }

    @Override
    public void flush() {
      events.add("flush");
    }

    @Override
    public void close() {
      events.add("close");
    }
  }
}
