package io.penstock.array.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kernel that moves bits, against an oracle that moves single bytes: whatever a number
/// means, its bytes arrive, in the file's order.
class KernelProperties {
  private static final int CASES = 400;

  /// Long enough for the vector code that the compiler makes of a run, and its remainder.
  private static final int MOST_ELEMENTS = 300;

  private final SplittableRandom random = new SplittableRandom(20261121);

  static Stream<Arguments> kernels() {
    return Stream.of(DataType.values())
        .filter(type -> type != DataType.FLOAT16)
        .flatMap(
            type ->
                Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                    .flatMap(
                        order ->
                            Stream.of(KernelMemory.values())
                                .map(memory -> Arguments.of(type, order, memory))));
  }

  /// Where the elements of one call lie.
  private record Places(long offset, long step, long at, long stride, int count, int bytes) {
    long packedBytes() {
      return offset + step * count + bytes;
    }

    int elements() {
      return Math.toIntExact(at + stride * count + 1);
    }

    /// Copies element by element, byte by byte.
    void move(byte[] packed, byte[] memory, boolean toMemory, boolean swap) {
      for (int i = 0; i < count; i++) {
        for (int b = 0; b < bytes; b++) {
          int inFile = Math.toIntExact(offset + i * step + (swap ? bytes - 1 - b : b));
          int inMemory = Math.toIntExact((at + i * stride) * bytes + b);
          if (toMemory) {
            memory[inMemory] = packed[inFile];
          } else {
            packed[inFile] = memory[inMemory];
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void packingBringsEveryByteToItsPlaceAndTouchesNoOther(
      DataType type, ByteOrder order, KernelMemory kind) {
    Kernel kernel = kind.kernel(type, order);
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < CASES; i++) {
        Places places = places(type);
        MemorySegment packed = packed(arena, places);
        Object memory = kind.make(type.element(), places.elements(), random);
        byte[] expected = packed.toArray(ValueLayout.JAVA_BYTE);
        places.move(expected, KernelMemory.bytes(memory), false, swaps(order));
        kernel.pack(
            memory, places.at, places.stride, packed, places.offset, places.step, places.count);
        assertThat(packed.toArray(ValueLayout.JAVA_BYTE))
            .as("case %d: %s", i, places)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void unpackingBringsEveryByteToItsPlaceAndTouchesNoOther(
      DataType type, ByteOrder order, KernelMemory kind) {
    Kernel kernel = kind.kernel(type, order);
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < CASES; i++) {
        Places places = places(type);
        MemorySegment packed = packed(arena, places);
        Object memory = kind.make(type.element(), places.elements(), random);
        byte[] expected = KernelMemory.bytes(memory);
        places.move(packed.toArray(ValueLayout.JAVA_BYTE), expected, true, swaps(order));
        kernel.unpack(
            packed, places.offset, places.step, memory, places.at, places.stride, places.count);
        assertThat(KernelMemory.bytes(memory)).as("case %d: %s", i, places).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aKernelIsVerbatimWhereTheFilesOrderIsTheMachines(
      DataType type, ByteOrder order, KernelMemory kind) {
    Kernel kernel = kind.kernel(type, order);
    assertThat(kernel.storedBytes()).isEqualTo(type.bytes());
    assertThat(kernel.verbatim()).isEqualTo(type.bytes() == 1 || !swaps(order));
  }

  private static boolean swaps(ByteOrder order) {
    return order != ByteOrder.nativeOrder();
  }

  private Places places(DataType type) {
    int bytes = type.bytes();
    long gap = List.of(0, 0, 1, bytes, 3 * bytes + 1).get(random.nextInt(5));
    long stride = random.nextBoolean() ? 1 : 1 + random.nextInt(5);
    int count = random.nextInt(random.nextBoolean() ? 5 : MOST_ELEMENTS);
    return new Places(random.nextInt(20), bytes + gap, random.nextInt(20), stride, count, bytes);
  }

  private MemorySegment packed(Arena arena, Places places) {
    byte[] bits = new byte[Math.toIntExact(places.packedBytes())];
    random.nextBytes(bits);
    return arena.allocate(bits.length).copyFrom(MemorySegment.ofArray(bits));
  }
}
