package io.penstock.array.pack;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// IEEE 754 binary16 in packed bytes, `float[]` in memory.
///
/// The swap is done on the bits, not by the layout, so that one loop serves both orders and stays
/// in vector code. The processor's conversions turn signalling NaNs into quiet ones: where a second
/// loop finds some, a third one, for them alone, keeps their bits.
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
    if (signals(packed, offset, step, count)) {
      for (int i = 0; i < count; i++) {
        short bits = ordered(packed.get(JAVA_SHORT_UNALIGNED, offset + i * step), swap);
        if (signalsHalf(bits) < 0) {
          Bits.put(target, at, i * stride, wideSignal(bits));
        }
      }
    }
  }

  private boolean signals(MemorySegment packed, long offset, long step, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      found |= signalsHalf(ordered(packed.get(JAVA_SHORT_UNALIGNED, offset + i * step), swap));
    }
    return found < 0;
  }

  @Override
  void packSteps(
      Object array, int at, int stride, MemorySegment packed, long offset, long step, int count) {
    float[] source = (float[]) array;
    int found = 0;
    for (int i = 0; i < count; i++) {
      packed.set(JAVA_SHORT_UNALIGNED, offset + i * step, narrow(source[at + i * stride], swap));
    }
    for (int i = 0; i < count; i++) {
      found |= signalsFloat(Bits.of(source, at, i * stride));
    }
    for (int i = 0; i < count && found < 0; i++) {
      int bits = Bits.of(source, at, i * stride);
      if (signalsFloat(bits) < 0) {
        packed.set(JAVA_SHORT_UNALIGNED, offset + i * step, ordered(narrowSignal(bits), swap));
      }
    }
  }

  /// Negative if these are the bits of a signalling NaN: the exponent's all set, the fraction's
  /// first clear and another one set.
  static int signalsHalf(short bits) {
    int above = (bits & 0x7fff) - 0x7c01;
    return (above - 0x1ff) & ~above;
  }

  /// The same of a `float`.
  static int signalsFloat(int bits) {
    int above = (bits & 0x7fff_ffff) - 0x7f80_0001;
    return (above - 0x3f_ffff) & ~above;
  }

  static int wideSignal(short bits) {
    return ((bits & 0x8000) << 16) | 0x7f80_0000 | ((bits & 0x1ff) << 13);
  }

  /// A quiet one where no bit is left that would make it signal.
  static short narrowSignal(int bits) {
    int fraction = (bits >> 13) & 0x1ff;
    return (short) (((bits >> 16) & 0x8000) | 0x7c00 | (fraction == 0 ? 0x200 : fraction));
  }

  static short ordered(short bits, boolean swap) {
    return swap ? Short.reverseBytes(bits) : bits;
  }

  static float widen(short bits, boolean swap) {
    return Float.float16ToFloat(swap ? Short.reverseBytes(bits) : bits);
  }

  static short narrow(float value, boolean swap) {
    short bits = Float.floatToFloat16(value);
    return swap ? Short.reverseBytes(bits) : bits;
  }
}
