package io.penstock.array.pack;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
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
    for (long i = 0; i < count; i++) {
      float value = HalfKernel.widen(packed.get(JAVA_SHORT_UNALIGNED, offset + i * step), swap);
      target.set(JAVA_FLOAT_UNALIGNED, (at + i * stride) * Float.BYTES, value);
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
      float value = source.get(JAVA_FLOAT_UNALIGNED, (at + i * stride) * Float.BYTES);
      packed.set(JAVA_SHORT_UNALIGNED, offset + i * step, HalfKernel.narrow(value, swap));
    }
  }
}
