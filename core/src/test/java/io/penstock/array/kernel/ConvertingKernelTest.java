package io.penstock.array.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.convert.Casting.OutOfRangeException;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers of one type in a file and of another in memory, around the thousand that go at a time.
class ConvertingKernelTest {
  private static final int OFFSET = 3;
  private static final int AT = 2;
  private static final ValueLayout.OfShort STORED =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private record Case(boolean array, int step, int stride, int count) {
    Kernel kernel() {
      return array
          ? Kernel.forArrays(DataType.INT16, ByteOrder.BIG_ENDIAN, ElementType.DOUBLE)
          : Kernel.forSegments(DataType.INT16, ByteOrder.BIG_ENDIAN, ElementType.DOUBLE);
    }

    MemorySegment packed() {
      return MemorySegment.ofArray(new byte[OFFSET + step * count + 2]);
    }

    double[] memory() {
      double[] memory = new double[AT + stride * count + 1];
      Arrays.fill(memory, 0.5);
      return memory;
    }

    Object named(double[] memory) {
      return array ? memory : Elements.of(memory).segment();
    }

    long place(int i) {
      return OFFSET + (long) i * step;
    }
  }

  private static final String CASES =
      """
      true, 2, 1, 0
      true, 2, 1, 1
      true, 2, 1, 1024
      true, 3, 1, 2500
      true, 2, 3, 1
      true, 3, 3, 2500
      false, 2, 1, 1
      false, 2, 1, 1024
      false, 3, 2, 2500
      """;

  @ParameterizedTest
  @CsvSource(textBlock = CASES)
  void numbersAreReadToTheirPlacesAndNoOtherIsTouched(
      boolean array, int step, int stride, int count) {
    Case how = new Case(array, step, stride, count);
    MemorySegment packed = how.packed();
    double[] expected = how.memory();
    for (int i = 0; i < count; i++) {
      packed.set(STORED, how.place(i), (short) (i - 100));
      expected[AT + i * stride] = i - 100;
    }
    double[] memory = how.memory();
    how.kernel().unpack(packed, OFFSET, step, how.named(memory), AT, stride, count);
    assertThat(memory).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(textBlock = CASES)
  void numbersAreWrittenToTheirPlacesAndNoOtherIsTouched(
      boolean array, int step, int stride, int count) {
    Case how = new Case(array, step, stride, count);
    MemorySegment expected = how.packed();
    double[] memory = how.memory();
    for (int i = 0; i < count; i++) {
      expected.set(STORED, how.place(i), (short) (100 - i));
      memory[AT + i * stride] = 100 - i;
    }
    MemorySegment packed = how.packed();
    how.kernel().pack(how.named(memory), AT, stride, packed, OFFSET, step, count);
    assertThat(packed.mismatch(expected)).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 2, 1, 0",
    "true, 3, 1, 1023",
    "true, 3, 1, 1030",
    "true, 3, 2, 0",
    "true, 3, 2, 2000",
    "false, 2, 1, 0",
    "false, 3, 2, 1024"
  })
  void aNumberThatDoesNotFitIsNamedWithBothItsPlaces(boolean array, int step, int stride, int bad) {
    long blocks = BufferPool.shared().statistics().liveBlocks();
    Case how = new Case(array, step, stride, 2200);
    double[] memory = how.memory();
    Arrays.fill(memory, 7);
    memory[AT + bad * stride] = 32768;
    memory[AT + (bad + 2) * stride] = -1e9;
    assertThatExceptionOfType(OutOfRangeException.class)
        .isThrownBy(
            () ->
                how.kernel().pack(how.named(memory), AT, stride, how.packed(), OFFSET, step, 2200))
        .withMessageContaining("32768.0, which int16 (-32768 to 32767) does not hold")
        .satisfies(
            e -> {
              assertThat(e.packedOffset()).isEqualTo(how.place(bad));
              assertThat(e.index()).isEqualTo(AT + (long) bad * stride);
            });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(blocks);
  }

  @ParameterizedTest
  @CsvSource({"true, 2, 1, 0", "true, 3, 1, 1030", "true, 3, 2, 2000", "false, 3, 2, 1024"})
  void soIsOneThatTheMemoryDoesNotHold(boolean array, int step, int stride, int bad) {
    long blocks = BufferPool.shared().statistics().liveBlocks();
    Case how = new Case(array, step, stride, 2200);
    Kernel kernel =
        array
            ? Kernel.forArrays(DataType.INT16, ByteOrder.BIG_ENDIAN, ElementType.BYTE)
            : Kernel.forSegments(DataType.INT16, ByteOrder.BIG_ENDIAN, ElementType.BYTE);
    MemorySegment packed = how.packed();
    packed.set(STORED, how.place(bad), (short) 128);
    packed.set(STORED, how.place(bad + 1), (short) -1000);
    byte[] bytes = new byte[AT + stride * 2200 + 1];
    Object memory = array ? bytes : MemorySegment.ofArray(bytes);
    assertThatExceptionOfType(OutOfRangeException.class)
        .isThrownBy(() -> kernel.unpack(packed, OFFSET, step, memory, AT, stride, 2200))
        .withMessageContaining("128, which int8 (-128 to 127) does not hold")
        .satisfies(
            e -> {
              assertThat(e.packedOffset()).isEqualTo(how.place(bad));
              assertThat(e.index()).isEqualTo(AT + (long) bad * stride);
            });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(blocks);
  }
}
