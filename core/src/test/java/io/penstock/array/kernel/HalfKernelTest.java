package io.penstock.array.kernel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Half precision against its definition, for all 65536 numbers.
class HalfKernelTest {
  private static final int ALL = 1 << 16;
  private static final int INFINITY = 0x7c00;

  private final SplittableRandom random = new SplittableRandom(20261121);

  static Stream<Arguments> kernels() {
    return Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
        .flatMap(
            order -> Stream.of(KernelMemory.values()).map(memory -> Arguments.of(order, memory)));
  }

  /// The value of a half by IEEE 754, exactly.
  private static float value(int bits) {
    int exponent = bits >> 10 & 0x1f;
    int fraction = bits & 0x3ff;
    float size =
        switch (exponent) {
          case 0 -> Math.scalb((float) fraction, -24);
          case 0x1f -> fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
          default -> Math.scalb((float) (fraction + 0x400), exponent - 25);
        };
    return (bits & 0x8000) == 0 ? size : -size;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyHalfIsWidenedToItsValue(ByteOrder order, KernelMemory kind) {
    long step = 2L + random.nextInt(2);
    int stride = 1 + random.nextInt(2);
    Object memory = kind.make(ElementType.FLOAT, ALL * stride, random);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment packed = arena.allocate(ALL * step);
      for (int i = 0; i < ALL; i++) {
        packed.set(half(order), i * step, (short) i);
      }
      kind.kernel(DataType.FLOAT16, order).unpack(packed, 0, step, memory, 0, stride, ALL);
    }
    MemorySegment view = KernelMemory.view(memory);
    for (int i = 0; i < ALL; i++) {
      float got = view.getAtIndex(JAVA_FLOAT_UNALIGNED, (long) i * stride);
      assertThat(bits(got)).as("half %x", i).isEqualTo(bits(value(i)));
      assertThat(bits(got)).as("half %x", i).isEqualTo(bits(Float.float16ToFloat((short) i)));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void whatWasWidenedIsNarrowedToTheSameHalf(ByteOrder order, KernelMemory kind) {
    float[] values = new float[ALL];
    for (int i = 0; i < ALL; i++) {
      values[i] = Float.float16ToFloat((short) i);
    }
    short[] halves = narrow(order, kind, values);
    for (int i = 0; i < ALL; i++) {
      if (Float.isNaN(values[i])) {
        assertThat(Float.isNaN(value(halves[i] & 0xffff))).as("half %x", i).isTrue();
      } else {
        assertThat(halves[i]).as("half %x", i).isEqualTo((short) i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void whatLiesBetweenTwoHalvesIsRoundedToTheNearestAndTiesToEven(
      ByteOrder order, KernelMemory kind) {
    float[] middles = new float[INFINITY];
    float[] below = new float[INFINITY];
    float[] above = new float[INFINITY];
    for (int i = 0; i < INFINITY; i++) {
      // The step above the largest half ends at 65536, which has become infinity.
      float next = i + 1 == INFINITY ? 65536 : value(i + 1);
      middles[i] = -(value(i) + next) / 2;
      below[i] = Math.nextUp(middles[i]);
      above[i] = Math.nextDown(middles[i]);
    }
    short[] even = narrow(order, kind, middles);
    short[] down = narrow(order, kind, below);
    short[] up = narrow(order, kind, above);
    for (int i = 0; i < INFINITY; i++) {
      assertThat(even[i]).as("above half %x", i).isEqualTo(negative(i + (i & 1)));
      assertThat(down[i]).as("above half %x", i).isEqualTo(negative(i));
      assertThat(up[i]).as("above half %x", i).isEqualTo(negative(i + 1));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void anyFloatIsNarrowedAsTheJdkNarrowsIt(ByteOrder order, KernelMemory kind) {
    float[] values = new float[20_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt());
    }
    short[] halves = narrow(order, kind, values);
    for (int i = 0; i < values.length; i++) {
      float expected = Float.float16ToFloat(Float.floatToFloat16(values[i]));
      assertThat(bits(value(halves[i] & 0xffff))).as("%a", values[i]).isEqualTo(bits(expected));
    }
  }

  private static short[] narrow(ByteOrder order, KernelMemory kind, float[] values) {
    Object memory =
        kind == KernelMemory.ARRAY ? values : kind.make(ElementType.FLOAT, values.length, NO_CARE);
    KernelMemory.view(memory).copyFrom(MemorySegment.ofArray(values));
    short[] halves = new short[values.length];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment packed = arena.allocate(2L * values.length + 1);
      kind.kernel(DataType.FLOAT16, order).pack(memory, 0, 1, packed, 1, 2, values.length);
      MemorySegment.copy(packed, half(order), 1, halves, 0, halves.length);
    }
    return halves;
  }

  /// Copying halves from file to file goes through floats: signalling NaNs must not become quiet.
  @ParameterizedTest
  @MethodSource("kernels")
  void everyHalfKeepsItsBitsOnTheWayToFloatsAndBack(ByteOrder order, KernelMemory kind) {
    Object memory = kind.make(ElementType.FLOAT, ALL, random);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment packed = arena.allocate(2L * ALL);
      MemorySegment again = arena.allocate(2L * ALL);
      for (int i = 0; i < ALL; i++) {
        packed.set(half(order), 2L * i, (short) i);
      }
      kind.kernel(DataType.FLOAT16, order).unpack(packed, 0, 2, memory, 0, 1, ALL);
      kind.kernel(DataType.FLOAT16, order).pack(memory, 0, 1, again, 0, 2, ALL);
      assertThat(again.mismatch(packed)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void soItDoesWhereverItLies(ByteOrder order, KernelMemory kind) {
    int[] signals = {0x7c01, 0xfdff, 0x7d00};
    int stride = 3;
    int count = 2000;
    Object memory = kind.make(ElementType.FLOAT, 2 + stride * count, random);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment packed = arena.allocate(5L * count + 1);
      MemorySegment again = arena.allocate(5L * count + 1);
      for (int at : new int[] {0, 1, 1000}) {
        for (int i = 0; i < count; i++) {
          packed.set(half(order), 1 + 5L * i, (short) (i % 1000));
        }
        packed.set(half(order), 1 + 5L * at, (short) signals[at % 3]);
        kind.kernel(DataType.FLOAT16, order).unpack(packed, 1, 5, memory, 2, stride, count);
        assertThat(KernelMemory.view(memory).getAtIndex(JAVA_INT_UNALIGNED, 2 + stride * at))
            .isEqualTo(wide(signals[at % 3]));
        kind.kernel(DataType.FLOAT16, order).pack(memory, 2, stride, again, 1, 5, count);
        assertThat(again.mismatch(packed)).isEqualTo(-1);
      }
    }
  }

  private static int wide(int signal) {
    return (signal & 0x8000) << 16 | 0x7f80_0000 | (signal & 0x3ff) << 13;
  }

  private static final SplittableRandom NO_CARE = new SplittableRandom(0);

  private static ValueLayout.OfShort half(ByteOrder order) {
    return ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order);
  }

  /// One NaN stands for all: half precision does not promise which one arrives.
  private static int bits(float value) {
    return Float.floatToIntBits(value);
  }

  private static short negative(int half) {
    return (short) (0x8000 | half);
  }
}
