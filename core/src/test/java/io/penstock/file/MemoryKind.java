package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.testing.TypedArrays;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/// Every kind of memory that a user may hand over.
enum MemoryKind {
  ARRAY,
  HEAP_SEGMENT,
  NATIVE_SEGMENT,
  CONFINED_SEGMENT,
  UNALIGNED_SEGMENT;

  /// Memory of `elements` elements with random bits.
  Object make(ElementType type, int elements, RandomGenerator random, Arena confined) {
    long bytes = (long) elements * type.bytes();
    Object memory =
        switch (this) {
          case ARRAY -> TypedArrays.of(type, elements);
          case HEAP_SEGMENT -> Elements.of(TypedArrays.of(type, elements)).segment();
          case NATIVE_SEGMENT -> Arena.ofAuto().allocate(Math.max(bytes, 1)).asSlice(0, bytes);
          case CONFINED_SEGMENT -> confined.allocate(Math.max(bytes, 1)).asSlice(0, bytes);
          case UNALIGNED_SEGMENT -> Arena.ofAuto().allocate(bytes + 3).asSlice(3, bytes);
        };
    byte[] bits = new byte[Math.toIntExact(bytes)];
    random.nextBytes(bits);
    view(memory).copyFrom(MemorySegment.ofArray(bits));
    return memory;
  }

  /// The bytes of an array or a segment.
  static MemorySegment view(Object memory) {
    return memory instanceof MemorySegment segment ? segment : Elements.of(memory).segment();
  }

  /// The bits of one element.
  static long bits(MemorySegment view, ElementType type, long index) {
    long at = index * type.bytes();
    return switch (type.bytes()) {
      case 1 -> view.get(ValueLayout.JAVA_BYTE, at);
      case 2 -> view.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      case 4 -> view.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      default -> view.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }

  static void put(MemorySegment view, ElementType type, long index, long bits) {
    long at = index * type.bytes();
    switch (type.bytes()) {
      case 1 -> view.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
      case 2 -> view.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) bits);
      case 4 -> view.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) bits);
      default -> view.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits);
    }
  }
}
