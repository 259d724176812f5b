package io.penstock.testing;

import io.penstock.array.ElementType;
import java.lang.reflect.Array;
import java.util.random.RandomGenerator;

/// Arrays of any primitive type as numbers, for oracles.
public final class TypedArrays {
  private TypedArrays() {}

  public static Object of(ElementType type, int length) {
    return Array.newInstance(type.arrayClass().getComponentType(), length);
  }

  /// Small whole numbers, which every type holds exactly, half precision too.
  public static Object random(RandomGenerator random, ElementType type, int length) {
    Object array = of(type, length);
    for (int i = 0; i < length; i++) {
      set(array, i, random.nextInt(100));
    }
    return array;
  }

  public static void set(Object array, int index, int value) {
    switch (array) {
      case byte[] a -> a[index] = (byte) value;
      case short[] a -> a[index] = (short) value;
      case char[] a -> a[index] = (char) value;
      case int[] a -> a[index] = value;
      case long[] a -> a[index] = value;
      case float[] a -> a[index] = value;
      case double[] a -> a[index] = value;
      default -> throw new IllegalArgumentException(array.getClass().getName());
    }
  }

  public static double[] values(Object array) {
    double[] values = new double[Array.getLength(array)];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          array instanceof char[] chars ? chars[i] : ((Number) Array.get(array, i)).doubleValue();
    }
    return values;
  }
}
