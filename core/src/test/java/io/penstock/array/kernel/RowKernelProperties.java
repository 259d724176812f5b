package io.penstock.array.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Several runs moved in one call are what the same runs moved one by one are.
class RowKernelProperties {
  private static final int CASES = 100;

  private final SplittableRandom random = new SplittableRandom(20261121);

  static Stream<Arguments> kernels() {
    return Stream.of(DataType.values())
        .flatMap(
            type ->
                Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                    .flatMap(
                        order ->
                            Stream.of(KernelMemory.values())
                                .map(memory -> Arguments.of(type, order, memory))));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void rowsAreRuns(DataType type, ByteOrder order, KernelMemory kind) {
    Kernel kernel = kind.kernel(type, order);
    for (int i = 0; i < CASES; i++) {
      long count = 1L + random.nextInt(random.nextBoolean() ? 5 : 40);
      long stride = random.nextBoolean() ? 1 : 1L + random.nextInt(4);
      long rows = random.nextInt(6);
      long distance = count * stride + random.nextInt(4);
      long at = random.nextInt(4);
      long offset = random.nextInt(9);
      int elements = Math.toIntExact(at + distance * (rows + 1));
      long bytes = offset + (count * rows + 1) * kernel.storedBytes();
      Object memory = kind.make(type.element(), elements, random);
      MemorySegment together = Arena.ofAuto().allocate(bytes);
      MemorySegment alone = Arena.ofAuto().allocate(bytes);
      kernel.packRows(memory, at, stride, count, distance, rows, together, offset);
      for (long row = 0; row < rows; row++) {
        long to = offset + row * count * kernel.storedBytes();
        kernel.pack(memory, at + row * distance, stride, alone, to, kernel.storedBytes(), count);
      }
      assertThat(together.mismatch(alone)).isEqualTo(-1);

      byte[] before = KernelMemory.bytes(memory);
      byte[] bits = new byte[Math.toIntExact(bytes)];
      random.nextBytes(bits);
      alone.copyFrom(MemorySegment.ofArray(bits));
      for (long row = 0; row < rows; row++) {
        long from = offset + row * count * kernel.storedBytes();
        kernel.unpack(
            alone, from, kernel.storedBytes(), memory, at + row * distance, stride, count);
      }
      byte[] expected = KernelMemory.bytes(memory);
      KernelMemory.view(memory).copyFrom(MemorySegment.ofArray(before));
      kernel.unpackRows(alone, offset, memory, at, stride, count, distance, rows);
      assertThat(KernelMemory.view(memory).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
    }
  }
}
