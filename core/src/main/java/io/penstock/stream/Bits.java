package io.penstock.stream;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// One element of an array as an integer of its size.
///
/// The bits of a float or a double are fetched as if the array held integers. The obvious
/// [Float#floatToRawIntBits] keeps C2 from making vector code of a loop that swaps them, a third to
/// a fifth of the speed; and a view of the array that is made before the loop instead of inside it
/// is really allocated. Indices come in two parts because their sum could overflow an `int`, which
/// C2 would have to heed; both are within the array.
final class Bits {
  private Bits() {}

  static short of(short[] array, int from, int i) {
    return array[from + i];
  }

  static short of(char[] array, int from, int i) {
    return (short) array[from + i];
  }

  static int of(int[] array, int from, int i) {
    return array[from + i];
  }

  static long of(long[] array, int from, int i) {
    return array[from + i];
  }

  static int of(float[] array, int from, int i) {
    return MemorySegment.ofArray(array).get(JAVA_INT_UNALIGNED, 4L * from + 4L * i);
  }

  static long of(double[] array, int from, int i) {
    return MemorySegment.ofArray(array).get(JAVA_LONG_UNALIGNED, 8L * from + 8L * i);
  }

  static void put(short[] array, int from, int i, short bits) {
    array[from + i] = bits;
  }

  static void put(char[] array, int from, int i, short bits) {
    array[from + i] = (char) bits;
  }

  static void put(int[] array, int from, int i, int bits) {
    array[from + i] = bits;
  }

  static void put(long[] array, int from, int i, long bits) {
    array[from + i] = bits;
  }

  static void put(float[] array, int from, int i, int bits) {
    MemorySegment.ofArray(array).set(JAVA_INT_UNALIGNED, 4L * from + 4L * i, bits);
  }

  static void put(double[] array, int from, int i, long bits) {
    MemorySegment.ofArray(array).set(JAVA_LONG_UNALIGNED, 8L * from + 8L * i, bits);
  }
}
