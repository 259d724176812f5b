package io.penstock.array.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bytes and the booleans that they stand for.
class BooleanKernelTest {
  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "1,3", "3,2"})
  void aBooleanIsZeroOrOneAndAnyOtherByteIsTrue(int step, int stride) {
    Kernel kernel = Kernel.forBooleans();
    byte[] packed = new byte[20];
    boolean[] memory = new boolean[20];
    byte[] values = {0, 1, 7, 0, -1};
    for (int i = 0; i < values.length; i++) {
      packed[2 + i * step] = values[i];
    }
    boolean[] expected = new boolean[20];
    Arrays.fill(memory, true);
    Arrays.fill(expected, true);
    for (int i = 0; i < values.length; i++) {
      expected[3 + i * stride] = values[i] != 0;
    }
    kernel.unpack(MemorySegment.ofArray(packed), 2, step, memory, 3, stride, values.length);
    assertThat(memory).isEqualTo(expected);

    byte[] again = new byte[20];
    Arrays.fill(again, (byte) 9);
    byte[] ones = again.clone();
    for (int i = 0; i < values.length; i++) {
      ones[2 + i * step] = (byte) (values[i] == 0 ? 0 : 1);
    }
    kernel.pack(memory, 3, stride, MemorySegment.ofArray(again), 2, step, values.length);
    assertThat(again).isEqualTo(ones);
    assertThat(kernel.verbatim()).isFalse();
  }
}
