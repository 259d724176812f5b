package io.penstock.array.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kernel of indexes, against an oracle that moves single bytes.
class IndexKernelProperties {
  private static final int CASES = 50;
  private static final int ELEMENTS = 40;
  private static final int FROM = 3;
  private static final int OFFSET = 5;

  private final SplittableRandom random = new SplittableRandom(20261129);

  static Stream<Arguments> kernels() {
    return Stream.of(ElementType.values())
        .flatMap(
            type ->
                Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                    .flatMap(
                        order ->
                            Stream.of(KernelMemory.values())
                                .map(memory -> Arguments.of(type, order, memory))));
  }

  private static IndexKernel kernel(ElementType type, ByteOrder order, KernelMemory kind) {
    return kind == KernelMemory.ARRAY
        ? IndexKernel.forArrays(type, order)
        : IndexKernel.forSegments(type, order);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gatheringPacksTheElementsInTheOrderOfTheirIndexes(
      ElementType type, ByteOrder order, KernelMemory kind) {
    IndexKernel kernel = kernel(type, order, kind);
    for (int i = 0; i < CASES; i++) {
      int count = random.nextInt(20);
      long[] indexes = indexes(count);
      Object memory = kind.make(type, ELEMENTS, random);
      byte[] expected = packed(count, type);
      move(expected, KernelMemory.bytes(memory), indexes, count, type, order, false);
      MemorySegment wide = MemorySegment.ofArray(packed(count, type));
      kernel.gather(memory, indexes, FROM, count, wide, OFFSET);
      assertThat(wide.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
      MemorySegment narrow = MemorySegment.ofArray(packed(count, type));
      kernel.gather(memory, ints(indexes), FROM, count, narrow, OFFSET);
      assertThat(narrow.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void scatteringPutsThemThereAndLeavesTheOthers(
      ElementType type, ByteOrder order, KernelMemory kind) {
    IndexKernel kernel = kernel(type, order, kind);
    for (int i = 0; i < CASES; i++) {
      int count = random.nextInt(20);
      long[] indexes = indexes(count);
      byte[] packed = packed(count, type);
      random.nextBytes(packed);
      Object wide = kind.make(type, ELEMENTS, random);
      byte[] expected = KernelMemory.bytes(wide);
      move(packed, expected, indexes, count, type, order, true);
      Object narrow = kind.make(type, ELEMENTS, random);
      KernelMemory.view(narrow).copyFrom(KernelMemory.view(wide));
      kernel.scatter(MemorySegment.ofArray(packed), OFFSET, wide, indexes, FROM, count);
      assertThat(KernelMemory.bytes(wide)).isEqualTo(expected);
      kernel.scatter(MemorySegment.ofArray(packed), OFFSET, narrow, ints(indexes), FROM, count);
      assertThat(KernelMemory.bytes(narrow)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void anIndexThatIsNoneOfTheMemoryIsRefused(ElementType type, ByteOrder order, KernelMemory kind) {
    IndexKernel kernel = kernel(type, order, kind);
    Object memory = kind.make(type, ELEMENTS, random);
    byte[] before = KernelMemory.bytes(memory);
    MemorySegment packed = MemorySegment.ofArray(new byte[100]);
    for (long bad : new long[] {-1, ELEMENTS, 1L << 32}) {
      long[] indexes = {bad};
      refused(() -> kernel.gather(memory, indexes, 0, 1, packed, 0));
      refused(() -> kernel.scatter(packed, 0, memory, indexes, 0, 1));
      int[] narrow = {(int) Math.min(bad, Integer.MAX_VALUE)};
      refused(() -> kernel.gather(memory, narrow, 0, 1, packed, 0));
      refused(() -> kernel.scatter(packed, 0, memory, narrow, 0, 1));
    }
    assertThat(KernelMemory.bytes(memory)).isEqualTo(before);
  }

  private static void refused(Runnable move) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(move::run);
  }

  @Test
  void booleansAreZeroAndOneAndAnyOtherByteIsTrue() {
    boolean[] memory = {true, false, false, true};
    long[] indexes = {9, 3, 1, 0};
    MemorySegment packed = Arena.ofAuto().allocate(5);
    IndexKernel.forBooleans().gather(memory, indexes, 1, 3, packed, 2);
    IndexKernel.forBooleans().gather(memory, new int[] {2, 0}, 1, 1, packed, 1);
    assertThat(packed.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 1, 1, 0, 1);
    packed.set(ValueLayout.JAVA_BYTE, 3, (byte) 7);
    packed.set(ValueLayout.JAVA_BYTE, 2, (byte) 0);
    IndexKernel.forBooleans().scatter(packed, 2, memory, indexes, 1, 3);
    assertThat(memory).containsExactly(true, true, false, false);
    IndexKernel.forBooleans().scatter(packed, 2, memory, new int[] {9, 0, 2}, 1, 2);
    assertThat(memory).containsExactly(false, true, true, false);
  }

  // An index may occur more than once.
  private long[] indexes(int count) {
    return LongStream.generate(() -> random.nextInt(ELEMENTS)).limit(FROM + count).toArray();
  }

  private static int[] ints(long[] indexes) {
    return Arrays.stream(indexes).mapToInt(Math::toIntExact).toArray();
  }

  private static byte[] packed(int count, ElementType type) {
    return new byte[OFFSET + count * type.bytes() + 1];
  }

  private static void move(
      byte[] packed,
      byte[] memory,
      long[] indexes,
      int count,
      ElementType type,
      ByteOrder order,
      boolean toMemory) {
    int width = type.bytes();
    boolean swap = order != ByteOrder.nativeOrder();
    for (int i = 0; i < count; i++) {
      for (int b = 0; b < width; b++) {
        int inMemory = (int) indexes[FROM + i] * width + b;
        int there = OFFSET + i * width + (swap ? width - 1 - b : b);
        if (toMemory) {
          memory[inMemory] = packed[there];
        } else {
          packed[there] = memory[inMemory];
        }
      }
    }
  }
}
