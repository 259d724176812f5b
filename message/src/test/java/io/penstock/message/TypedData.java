package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
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
    Elements.of(array).segment().copyFrom(MemorySegment.ofArray(bytes));
    return array;
  }

  /// Sends by the method for the array's own type.
  static void send(Communicator world, Object array, int destination, int tag) {
    switch (array) {
      case byte[] a -> world.send(a, destination, tag);
      case short[] a -> world.send(a, destination, tag);
      case char[] a -> world.send(a, destination, tag);
      case int[] a -> world.send(a, destination, tag);
      case long[] a -> world.send(a, destination, tag);
      case float[] a -> world.send(a, destination, tag);
      case double[] a -> world.send(a, destination, tag);
      default -> throw new AssertionError(array.getClass());
    }
  }

  /// Receives by the method for the array's own type.
  static Status receive(Communicator world, Object array, int source, int tag) {
    return switch (array) {
      case byte[] a -> world.receive(a, source, tag);
      case short[] a -> world.receive(a, source, tag);
      case char[] a -> world.receive(a, source, tag);
      case int[] a -> world.receive(a, source, tag);
      case long[] a -> world.receive(a, source, tag);
      case float[] a -> world.receive(a, source, tag);
      case double[] a -> world.receive(a, source, tag);
      default -> throw new AssertionError(array.getClass());
    };
  }

  static MemorySegment copy(Object array, Arena arena) {
    MemorySegment elements = Elements.of(array).segment();
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
    return data instanceof MemorySegment segment ? segment : Elements.of(data).segment();
  }
}
