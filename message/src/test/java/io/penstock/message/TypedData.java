package io.penstock.message;

import io.penstock.array.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.SplittableRandom;

/// Elements of any type with contents that a seed decides.
final class TypedData {
  private TypedData() {}

  static Object empty(ElementType type, int count) {
    return Array.newInstance(type.arrayClass().componentType(), count);
  }

  static Object random(ElementType type, int count, long seed) {
    Object array = empty(type, count);
    byte[] bytes = new byte[count * type.bytes()];
    new SplittableRandom(seed).nextBytes(bytes);
    ElementType.segment(array).copyFrom(MemorySegment.ofArray(bytes));
    return array;
  }

  static MemorySegment copy(Object array, Arena arena) {
    MemorySegment elements = ElementType.segment(array);
    return arena
        .allocate(elements.byteSize() + 8, 8)
        .asSlice(0, elements.byteSize())
        .copyFrom(elements);
  }

  /// Whether two arrays or segments have the same bytes.
  static boolean same(Object one, Object other) {
    return memory(one).mismatch(memory(other)) == -1;
  }

  private static MemorySegment memory(Object data) {
    return data instanceof MemorySegment segment ? segment : ElementType.segment(data);
  }
}
