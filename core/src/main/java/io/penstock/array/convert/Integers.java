package io.penstock.array.convert;

import io.penstock.array.DataType;

/// Whole numbers of any stored type, to and from `long`: the one place that knows their widths.
///
/// A `uint64` keeps its bits. The loops are plain ones over one array type each, which the compiler
/// turns into vector code.
public final class Integers {
  private Integers() {}

  /// Whether a type's numbers are whole, truth values included.
  public static boolean holds(DataType type) {
    return switch (type) {
      case BOOL, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64 -> true;
      case FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128 -> false;
    };
  }

  /// Widens `count` elements of `array`, from index `from` on.
  public static void load(DataType type, Object array, int from, long[] wide, int count) {
    switch (type) {
      case BOOL -> loadTruths((byte[]) array, from, wide, count);
      case INT8 -> loadBytes((byte[]) array, from, wide, count);
      case UINT8 -> loadUnsignedBytes((byte[]) array, from, wide, count);
      case INT16 -> loadShorts((short[]) array, from, wide, count);
      case UINT16 -> loadChars((char[]) array, from, wide, count);
      case INT32 -> loadInts((int[]) array, from, wide, count);
      case UINT32 -> loadUnsignedInts((int[]) array, from, wide, count);
      case INT64, UINT64 -> System.arraycopy((long[]) array, from, wide, 0, count);
      default -> throw new IllegalArgumentException(type.label() + " is not a whole number");
    }
  }

  /// Widens `count` elements of four bytes, from index `from` on, each exactly.
  public static void loadDoubles(DataType type, int[] array, int from, double[] wide, int count) {
    if (type == DataType.UINT32) {
      // Moved into the range of signed numbers and back: those are converted many at once.
      for (int i = 0; i < count; i++) {
        wide[i] = (array[from + i] ^ Integer.MIN_VALUE) + 0x1p31;
      }
    } else {
      for (int i = 0; i < count; i++) {
        wide[i] = array[from + i];
      }
    }
  }

  /// Narrows `count` numbers, which must fit, into `array` from index `from` on.
  static void store(long[] wide, int count, Object array, int from) {
    switch (array) {
      case byte[] a -> storeBytes(wide, count, a, from);
      case short[] a -> storeShorts(wide, count, a, from);
      case char[] a -> storeChars(wide, count, a, from);
      case int[] a -> storeInts(wide, count, a, from);
      case long[] a -> System.arraycopy(wide, 0, a, from, count);
      default -> throw new IllegalArgumentException(array.getClass().getSimpleName());
    }
  }

  private static void loadTruths(byte[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i] == 0 ? 0 : 1;
    }
  }

  private static void loadBytes(byte[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i];
    }
  }

  private static void loadUnsignedBytes(byte[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i] & 0xff;
    }
  }

  private static void loadShorts(short[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i];
    }
  }

  private static void loadChars(char[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i];
    }
  }

  private static void loadInts(int[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i];
    }
  }

  private static void loadUnsignedInts(int[] array, int from, long[] wide, int count) {
    for (int i = 0; i < count; i++) {
      wide[i] = array[from + i] & 0xffff_ffffL;
    }
  }

  private static void storeBytes(long[] wide, int count, byte[] array, int from) {
    for (int i = 0; i < count; i++) {
      array[from + i] = (byte) wide[i];
    }
  }

  private static void storeShorts(long[] wide, int count, short[] array, int from) {
    for (int i = 0; i < count; i++) {
      array[from + i] = (short) wide[i];
    }
  }

  private static void storeChars(long[] wide, int count, char[] array, int from) {
    for (int i = 0; i < count; i++) {
      array[from + i] = (char) wide[i];
    }
  }

  private static void storeInts(long[] wide, int count, int[] array, int from) {
    for (int i = 0; i < count; i++) {
      array[from + i] = (int) wide[i];
    }
  }

  /// Converts in the way of IEEE 754, rounding once.
  public static void toDoubles(DataType type, long[] wide, int count, double[] target) {
    if (type == DataType.UINT64) {
      for (int i = 0; i < count; i++) {
        target[i] = unsignedToDouble(wide[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        target[i] = wide[i];
      }
    }
  }

  /// Converts in the way of IEEE 754, rounding once, into `target` from index `from` on.
  static void toFloats(DataType type, long[] wide, int count, float[] target, int from) {
    if (type == DataType.UINT64) {
      for (int i = 0; i < count; i++) {
        target[from + i] = unsignedToFloat(wide[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        target[from + i] = wide[i];
      }
    }
  }

  /// Both halves are exact, so that their sum is rounded once.
  static double unsignedToDouble(long bits) {
    return (bits >>> Integer.SIZE) * 0x1p32 + (bits & 0xffff_ffffL);
  }

  private static float unsignedToFloat(long bits) {
    return bits >= 0 ? bits : 2.0f * half(bits);
  }

  // The bit that is lost still says which way to round.
  private static long half(long bits) {
    return (bits >>> 1) | (bits & 1);
  }
}
