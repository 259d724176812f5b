package io.penstock.array.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// One byte, 0 or 1, in packed bytes, `boolean[]` in memory; any other byte than 0 is read as
/// `true`. The JDK's bulk copies do not know `boolean[]`.
final class BooleanKernel extends ArrayKernel {
  static final Kernel INSTANCE = new BooleanKernel();

  private BooleanKernel() {
    super(1, false);
  }

  @Override
  void unpackRun(MemorySegment packed, long offset, Object array, int at, int count) {
    boolean[] target = (boolean[]) array;
    for (int i = 0; i < count; i++) {
      Bits.put(target, at, i, packed.get(JAVA_BYTE, offset + i));
    }
  }

  @Override
  void packRun(Object array, int at, MemorySegment packed, long offset, int count) {
    boolean[] source = (boolean[]) array;
    for (int i = 0; i < count; i++) {
      packed.set(JAVA_BYTE, offset + i, Bits.of(source, at, i));
    }
  }

  @Override
  void unpackSteps(
      MemorySegment packed, long offset, long step, Object array, int at, int stride, int count) {
    boolean[] target = (boolean[]) array;
    for (int i = 0; i < count; i++) {
      Bits.put(target, at, i * stride, packed.get(JAVA_BYTE, offset + i * step));
    }
  }

  @Override
  void packSteps(
      Object array, int at, int stride, MemorySegment packed, long offset, long step, int count) {
    boolean[] source = (boolean[]) array;
    for (int i = 0; i < count; i++) {
      packed.set(JAVA_BYTE, offset + i * step, Bits.of(source, at, i * stride));
    }
  }
}
