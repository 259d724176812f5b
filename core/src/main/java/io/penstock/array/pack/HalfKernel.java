package io.penstock.array.pack;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// IEEE 754 binary16 in packed bytes, `float[]` in memory.
///
/// The swap is done on the bits, not by the layout, so that one loop serves both orders and stays
/// in vector code.
final class HalfKernel extends ArrayKernel {
  private final boolean swap;

  HalfKernel(ByteOrder order) {
    super(Short.BYTES, false);
    this.swap = order != ByteOrder.nativeOrder();
  }

  @Override
  void unpackRun(MemorySegment packed, long offset, Object array, int at, int count) {
    unpackSteps(packed, offset, Short.BYTES, array, at, 1, count);
  }

  @Override
  void packRun(Object array, int at, MemorySegment packed, long offset, int count) {
    packSteps(array, at, 1, packed, offset, Short.BYTES, count);
  }

  @Override
  void unpackSteps(
      MemorySegment packed, long offset, long step, Object array, int at, int stride, int count) {
    float[] target = (float[]) array;
    for (int i = 0; i < count; i++) {
      target[at + i * stride] = widen(packed.get(JAVA_SHORT_UNALIGNED, offset + i * step), swap);
    }
  }

  @Override
  void packSteps(
      Object array, int at, int stride, MemorySegment packed, long offset, long step, int count) {
    float[] source = (float[]) array;
    for (int i = 0; i < count; i++) {
      packed.set(JAVA_SHORT_UNALIGNED, offset + i * step, narrow(source[at + i * stride], swap));
    }
  }

  static float widen(short bits, boolean swap) {
    return Float.float16ToFloat(swap ? Short.reverseBytes(bits) : bits);
  }

  static short narrow(float value, boolean swap) {
    short bits = Float.floatToFloat16(value);
    return swap ? Short.reverseBytes(bits) : bits;
  }
}
