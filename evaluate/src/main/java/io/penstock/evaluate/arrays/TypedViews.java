package io.penstock.evaluate.arrays;

import java.nio.ByteBuffer;

/// Bulk moves between a byte buffer and an array, by the buffer's typed views.
final class TypedViews {
  private TypedViews() {}

  /// From the buffer's position to its limit, into the array from `index` on.
  static void get(ByteBuffer buffer, Object array, int index) {
    switch (array) {
      case byte[] a -> buffer.get(a, index, buffer.remaining());
      case short[] a -> buffer.asShortBuffer().get(a, index, buffer.remaining() / Short.BYTES);
      case char[] a -> buffer.asCharBuffer().get(a, index, buffer.remaining() / Character.BYTES);
      case int[] a -> buffer.asIntBuffer().get(a, index, buffer.remaining() / Integer.BYTES);
      case long[] a -> buffer.asLongBuffer().get(a, index, buffer.remaining() / Long.BYTES);
      case float[] a -> buffer.asFloatBuffer().get(a, index, buffer.remaining() / Float.BYTES);
      case double[] a -> buffer.asDoubleBuffer().get(a, index, buffer.remaining() / Double.BYTES);
      default -> throw new IllegalArgumentException("not an array: " + array.getClass());
    }
  }

  /// The opposite; the buffer's position stays.
  static void put(ByteBuffer buffer, Object array, int index) {
    switch (array) {
      case byte[] a -> buffer.duplicate().put(a, index, buffer.remaining());
      case short[] a -> buffer.asShortBuffer().put(a, index, buffer.remaining() / Short.BYTES);
      case char[] a -> buffer.asCharBuffer().put(a, index, buffer.remaining() / Character.BYTES);
      case int[] a -> buffer.asIntBuffer().put(a, index, buffer.remaining() / Integer.BYTES);
      case long[] a -> buffer.asLongBuffer().put(a, index, buffer.remaining() / Long.BYTES);
      case float[] a -> buffer.asFloatBuffer().put(a, index, buffer.remaining() / Float.BYTES);
      case double[] a -> buffer.asDoubleBuffer().put(a, index, buffer.remaining() / Double.BYTES);
      default -> throw new IllegalArgumentException("not an array: " + array.getClass());
    }
  }
}
