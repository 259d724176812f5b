package io.penstock.array.kernel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// IEEE 754 binary16 in packed bytes, `float[]` in memory.
///
/// The swap is done on the bits, not by the layout, so that one loop serves both orders and stays
/// in vector code. The processor's conversions turn signalling NaNs into quiet ones: where a second
/// loop finds some, a third one, for them alone, keeps their bits.
final class HalfKernel extends ArrayKernel {
  static final Kernel NATIVE = new HalfKernel(false);
  static final Kernel SWAPPED = new HalfKernel(true);

  private final boolean swap;

  private HalfKernel(boolean swap) {
    super(Short.BYTES, false);
    this.swap = swap;
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
  private static int signalsHalf(short bits) {
    int above = (bits & 0x7fff) - 0x7c01;
    return (above - 0x1ff) & ~above;
  }

  /// The same of a `float`.
  private static int signalsFloat(int bits) {
    int above = (bits & 0x7fff_ffff) - 0x7f80_0001;
    return (above - 0x3f_ffff) & ~above;
  }

  private static int wideSignal(short bits) {
    return ((bits & 0x8000) << 16) | 0x7f80_0000 | ((bits & 0x1ff) << 13);
  }

  /// A quiet one where no bit is left that would make it signal.
  private static short narrowSignal(int bits) {
    int fraction = (bits >> 13) & 0x1ff;
    return (short) (((bits >> 16) & 0x8000) | 0x7c00 | (fraction == 0 ? 0x200 : fraction));
  }

  private static short ordered(short bits, boolean swap) {
    return swap ? Short.reverseBytes(bits) : bits;
  }

  private static float widen(short bits, boolean swap) {
    return Float.float16ToFloat(swap ? Short.reverseBytes(bits) : bits);
  }

  private static short narrow(float value, boolean swap) {
    short bits = Float.floatToFloat16(value);
    return swap ? Short.reverseBytes(bits) : bits;
  }

  /// IEEE 754 binary16 in packed bytes, `float` elements in a segment.
  static final class OfSegments extends Kernel {
    static final Kernel NATIVE = new OfSegments(false);
    static final Kernel SWAPPED = new OfSegments(true);

    private final boolean swap;

    private OfSegments(boolean swap) {
      super(Short.BYTES, false);
      this.swap = swap;
    }

    @Override
    public void unpack(
        MemorySegment packed,
        long offset,
        long step,
        Object memory,
        long at,
        long stride,
        long count) {
      MemorySegment target = (MemorySegment) memory;
      int found = 0;
      for (long i = 0; i < count; i++) {
        short bits = packed.get(JAVA_SHORT_UNALIGNED, offset + i * step);
        float value = widen(bits, swap);
        target.set(JAVA_FLOAT_UNALIGNED, (at + i * stride) * Float.BYTES, value);
        found |= signalsHalf(ordered(bits, swap));
      }
      for (long i = 0; i < count && found < 0; i++) {
        short bits = ordered(packed.get(JAVA_SHORT_UNALIGNED, offset + i * step), swap);
        if (signalsHalf(bits) < 0) {
          target.set(JAVA_INT_UNALIGNED, (at + i * stride) * Float.BYTES, wideSignal(bits));
        }
      }
    }

    @Override
    public void pack(
        Object memory,
        long at,
        long stride,
        MemorySegment packed,
        long offset,
        long step,
        long count) {
      MemorySegment source = (MemorySegment) memory;
      for (long i = 0; i < count; i++) {
        int bits = source.get(JAVA_INT_UNALIGNED, (at + i * stride) * Float.BYTES);
        short half =
            signalsFloat(bits) < 0
                ? ordered(narrowSignal(bits), swap)
                : narrow(Float.intBitsToFloat(bits), swap);
        packed.set(JAVA_SHORT_UNALIGNED, offset + i * step, half);
      }
    }
  }
}
