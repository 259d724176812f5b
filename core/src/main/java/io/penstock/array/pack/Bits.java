package io.penstock.array.pack;

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
public final class Bits {
  private Bits() {}

  /// The bits of element `from + i`.
  public static byte of(byte[] array, int from, int i) {
    return array[from + i];
  }

  /// Element `from + i`, 1 for `true`.
  public static byte of(boolean[] array, int from, int i) {
    return (byte) (array[from + i] ? 1 : 0);
  }

  /// The bits of element `from + i`.
  public static short of(short[] array, int from, int i) {
    return array[from + i];
  }

  /// The bits of element `from + i`.
  public static short of(char[] array, int from, int i) {
    return (short) array[from + i];
  }

  /// The bits of element `from + i`.
  public static int of(int[] array, int from, int i) {
    return array[from + i];
  }

  /// The bits of element `from + i`.
  public static long of(long[] array, int from, int i) {
    return array[from + i];
  }

  /// The bits of element `from + i`.
  public static int of(float[] array, int from, int i) {
    return MemorySegment.ofArray(array).get(JAVA_INT_UNALIGNED, 4L * from + 4L * i);
  }

  /// The bits of element `from + i`.
  public static long of(double[] array, int from, int i) {
    return MemorySegment.ofArray(array).get(JAVA_LONG_UNALIGNED, 8L * from + 8L * i);
  }

  /// Sets the bits of element `from + i`.
  public static void put(byte[] array, int from, int i, byte bits) {
    array[from + i] = bits;
  }

  /// Sets element `from + i`, to `true` unless `bits` is 0.
  public static void put(boolean[] array, int from, int i, byte bits) {
    array[from + i] = bits != 0;
  }

  /// Sets the bits of element `from + i`.
  public static void put(short[] array, int from, int i, short bits) {
    array[from + i] = bits;
  }

  /// Sets the bits of element `from + i`.
  public static void put(char[] array, int from, int i, short bits) {
    array[from + i] = (char) bits;
  }

  /// Sets the bits of element `from + i`.
  public static void put(int[] array, int from, int i, int bits) {
    array[from + i] = bits;
  }

  /// Sets the bits of element `from + i`.
  public static void put(long[] array, int from, int i, long bits) {
    array[from + i] = bits;
  }

  /// Sets the bits of element `from + i`.
  public static void put(float[] array, int from, int i, int bits) {
    MemorySegment.ofArray(array).set(JAVA_INT_UNALIGNED, 4L * from + 4L * i, bits);
  }

  /// Sets the bits of element `from + i`.
  public static void put(double[] array, int from, int i, long bits) {
    MemorySegment.ofArray(array).set(JAVA_LONG_UNALIGNED, 8L * from + 8L * i, bits);
  }
}
