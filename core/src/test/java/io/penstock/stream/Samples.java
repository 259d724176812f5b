package io.penstock.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A few elements of every type, and their bytes as [ByteBuffer] lays them: all arrays, then the
/// first element of each.
final class Samples {
  static final short[] SHORTS = {0x0102, -2, Short.MIN_VALUE, Short.MAX_VALUE, 0};
  static final char[] CHARS = {'\u0102', 'a', 0xFFFF, 0, 0xD800};
  static final int[] INTS = {0x01020304, -2, Integer.MIN_VALUE, Integer.MAX_VALUE, 0};
  static final long[] LONGS = {0x0102030405060708L, -2, Long.MIN_VALUE, Long.MAX_VALUE, 0};
  static final float[] FLOATS = {1.5f, -0f, Float.intBitsToFloat(0x7FC12345), Float.MIN_VALUE};
  static final double[] DOUBLES = {
    1.5, -0d, Double.longBitsToDouble(0x7FF8123456789ABCL), Double.MIN_VALUE
  };

  private Samples() {}

  static byte[] bytes(ByteOrder order) {
    ByteBuffer bytes = ByteBuffer.allocate(200).order(order);
    for (short value : SHORTS) {
      bytes.putShort(value);
    }
    for (char value : CHARS) {
      bytes.putChar(value);
    }
    for (int value : INTS) {
      bytes.putInt(value);
    }
    for (long value : LONGS) {
      bytes.putLong(value);
    }
    for (float value : FLOATS) {
      bytes.putInt(Float.floatToRawIntBits(value));
    }
    for (double value : DOUBLES) {
      bytes.putLong(Double.doubleToRawLongBits(value));
    }
    bytes.putShort(SHORTS[0]).putChar(CHARS[0]).putInt(INTS[0]).putLong(LONGS[0]);
    bytes.putFloat(FLOATS[0]).putDouble(DOUBLES[0]);
    byte[] all = new byte[bytes.position()];
    bytes.flip().get(all);
    return all;
  }
}
