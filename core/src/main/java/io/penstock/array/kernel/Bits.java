package io.penstock.array.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
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

  /// Arrays as if they held integers.
  ///
  /// C2 leaves a constructor out of line as long as a class that it names as a parameter is not
  /// loaded, and then each view of an array is an object: that of every memory segment names the
  /// list of an arena's resources, which is loaded with the first arena.
  private static final class Views {
    static {
      Arena.ofConfined().close();
    }

    static int bits(float[] array, long offset) {
      return MemorySegment.ofArray(array).get(JAVA_INT_UNALIGNED, offset);
    }

    static long bits(double[] array, long offset) {
      return MemorySegment.ofArray(array).get(JAVA_LONG_UNALIGNED, offset);
    }

    static void put(float[] array, long offset, int bits) {
      MemorySegment.ofArray(array).set(JAVA_INT_UNALIGNED, offset, bits);
    }

    static void put(double[] array, long offset, long bits) {
      MemorySegment.ofArray(array).set(JAVA_LONG_UNALIGNED, offset, bits);
    }
  }

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
    return Views.bits(array, 4L * from + 4L * i);
  }

  /// The bits of element `from + i`.
  public static long of(double[] array, int from, int i) {
    return Views.bits(array, 8L * from + 8L * i);
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
    Views.put(array, 4L * from + 4L * i, bits);
  }

  /// Sets the bits of element `from + i`.
  public static void put(double[] array, int from, int i, long bits) {
    Views.put(array, 8L * from + 8L * i, bits);
  }
}
