package io.penstock.array.pack;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// IEEE 754 binary16 in packed bytes, `float` elements in a segment.
final class SegmentHalfKernel extends Kernel {
  private final boolean swap;

  SegmentHalfKernel(ByteOrder order) {
    super(Short.BYTES, false);
    this.swap = order != ByteOrder.nativeOrder();
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
      float value = HalfKernel.widen(bits, swap);
      target.set(JAVA_FLOAT_UNALIGNED, (at + i * stride) * Float.BYTES, value);
      found |= HalfKernel.signalsHalf(HalfKernel.ordered(bits, swap));
    }
    for (long i = 0; i < count && found < 0; i++) {
      short bits = HalfKernel.ordered(packed.get(JAVA_SHORT_UNALIGNED, offset + i * step), swap);
      if (HalfKernel.signalsHalf(bits) < 0) {
        target.set(
            JAVA_INT_UNALIGNED, (at + i * stride) * Float.BYTES, HalfKernel.wideSignal(bits));
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
          HalfKernel.signalsFloat(bits) < 0
              ? HalfKernel.ordered(HalfKernel.narrowSignal(bits), swap)
              : HalfKernel.narrow(Float.intBitsToFloat(bits), swap);
      packed.set(JAVA_SHORT_UNALIGNED, offset + i * step, half);
    }
  }
}
