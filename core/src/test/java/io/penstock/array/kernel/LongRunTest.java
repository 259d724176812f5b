package io.penstock.array.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs of more elements than an `int` counts, as segments have them.
@Tag("long")
class LongRunTest {
  private static final long COUNT = (1L << 31) + 1;

  /// Of one element again and again, which takes no memory.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSegmentMayHoldMoreThanAnIntCounts(boolean swapped) {
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    ByteOrder order = little == swapped ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    Kernel kernel = Kernel.forSegments(DataType.INT16, order);
    MemorySegment memory = Arena.ofAuto().allocate(2);
    MemorySegment packed = Arena.ofAuto().allocate(2);
    ValueLayout.OfShort stored = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order);
    memory.set(ValueLayout.JAVA_SHORT, 0, (short) 1234);
    kernel.pack(memory, 0, 0, packed, 0, 0, COUNT);
    assertThat(packed.get(stored, 0)).isEqualTo((short) 1234);
    packed.set(stored, 0, (short) 4321);
    kernel.unpack(packed, 0, 0, memory, 0, 0, COUNT);
    assertThat(memory.get(ValueLayout.JAVA_SHORT, 0)).isEqualTo((short) 4321);
  }
}
