package io.penstock.array.kernel;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// The kinds of memory that kernels move elements to and from.
public enum KernelMemory {
  ARRAY,
  HEAP_SEGMENT,
  NATIVE_SEGMENT,
  UNALIGNED_SEGMENT;

  /// Bits that arithmetic would spoil: signalling and quiet NaNs with payloads, zeros and
  /// infinities of both signs, subnormal numbers.
  private static final int[] FLOATS = {
    0x7f800001, 0xffa12345, 0x7fc00001, 0xffffffff, 0x80000000, 0, 0x7f800000, 0xff800000, 1
  };

  private static final long[] DOUBLES = {
    0x7ff0000000000001L,
    0xfff4123456789abcL,
    0x7ff8000000000001L,
    -1L,
    Long.MIN_VALUE,
    0,
    0x7ff0000000000000L,
    0xfff0000000000000L,
    1
  };

  Kernel kernel(DataType type, ByteOrder order) {
    return this == ARRAY ? Kernel.forArrays(type, order) : Kernel.forSegments(type, order);
  }

  /// Memory of so many elements with random bits, many of them those of special numbers.
  public Object make(ElementType type, int elements, RandomGenerator random) {
    long bytes = (long) elements * type.bytes();
    Object memory =
        switch (this) {
          case ARRAY -> array(type, elements);
          case HEAP_SEGMENT -> Elements.of(array(type, elements)).segment();
          case NATIVE_SEGMENT -> Arena.ofAuto().allocate(bytes + 1, 8).asSlice(0, bytes);
          case UNALIGNED_SEGMENT -> Arena.ofAuto().allocate(bytes + 3, 8).asSlice(3, bytes);
        };
    fill(view(memory), type, elements, random);
    return memory;
  }

  private static Object array(ElementType type, int elements) {
    return Array.newInstance(type.arrayClass().getComponentType(), elements);
  }

  private static void fill(
      MemorySegment view, ElementType type, int elements, RandomGenerator random) {
    byte[] bits = new byte[elements * type.bytes()];
    random.nextBytes(bits);
    view.copyFrom(MemorySegment.ofArray(bits));
    for (int i = random.nextInt(3); i < elements; i += 1 + random.nextInt(5)) {
      int special = random.nextInt(FLOATS.length);
      switch (type) {
        case FLOAT -> copy(view, i, MemorySegment.ofArray(new int[] {FLOATS[special]}));
        case DOUBLE -> copy(view, i, MemorySegment.ofArray(new long[] {DOUBLES[special]}));
        default -> {}
      }
    }
  }

  private static void copy(MemorySegment view, int index, MemorySegment element) {
    MemorySegment.copy(element, 0, view, index * element.byteSize(), element.byteSize());
  }

  /// The bytes of memory that [#make] made.
  static MemorySegment view(Object memory) {
    return memory instanceof MemorySegment segment ? segment : Elements.of(memory).segment();
  }

  public static byte[] bytes(Object memory) {
    return view(memory).toArray(ValueLayout.JAVA_BYTE);
  }
}
