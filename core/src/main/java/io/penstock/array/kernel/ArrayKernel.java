package io.penstock.array.kernel;

import java.lang.foreign.MemorySegment;

/// A kernel whose memory is a Java array, indexed by `int`.
abstract class ArrayKernel extends Kernel {
  ArrayKernel(int storedBytes, boolean verbatim) {
    super(storedBytes, verbatim);
  }

  @Override
  public final void unpack(
      MemorySegment packed,
      long offset,
      long step,
      Object memory,
      long at,
      long stride,
      long count) {
    int n = Math.toIntExact(count);
    if (step == storedBytes() && stride == 1) {
      unpackRun(packed, offset, memory, Math.toIntExact(at), n);
    } else {
      unpackSteps(packed, offset, step, memory, Math.toIntExact(at), narrow(stride, n), n);
    }
  }

  @Override
  public final void pack(
      Object memory,
      long at,
      long stride,
      MemorySegment packed,
      long offset,
      long step,
      long count) {
    int n = Math.toIntExact(count);
    if (step == storedBytes() && stride == 1) {
      packRun(memory, Math.toIntExact(at), packed, offset, n);
    } else {
      packSteps(memory, Math.toIntExact(at), narrow(stride, n), packed, offset, step, n);
    }
  }

  @Override
  public final void packRows(
      Object memory,
      long at,
      long stride,
      long count,
      long distance,
      long rows,
      MemorySegment packed,
      long offset) {
    int n = Math.toIntExact(count);
    packLines(
        memory,
        Math.toIntExact(at),
        narrow(stride, n),
        n,
        Math.toIntExact(distance),
        Math.toIntExact(rows),
        packed,
        offset);
  }

  @Override
  public final void unpackRows(
      MemorySegment packed,
      long offset,
      Object memory,
      long at,
      long stride,
      long count,
      long distance,
      long rows) {
    int n = Math.toIntExact(count);
    unpackLines(
        packed,
        offset,
        memory,
        Math.toIntExact(at),
        narrow(stride, n),
        n,
        Math.toIntExact(distance),
        Math.toIntExact(rows));
  }

  /// Packs each line by itself. Kernels in which runs may be short do it in a loop of their own:
  /// here, C2 would not know whose lines they are.
  void packLines(
      Object array,
      int at,
      int stride,
      int count,
      int distance,
      int lines,
      MemorySegment packed,
      long offset) {
    for (int line = 0; line < lines; line++) {
      long to = offset + (long) line * count * storedBytes();
      packSteps(array, at + line * distance, stride, packed, to, storedBytes(), count);
    }
  }

  /// Unpacks each line by itself.
  void unpackLines(
      MemorySegment packed,
      long offset,
      Object array,
      int at,
      int stride,
      int count,
      int distance,
      int lines) {
    for (int line = 0; line < lines; line++) {
      long from = offset + (long) line * count * storedBytes();
      unpackSteps(packed, from, storedBytes(), array, at + line * distance, stride, count);
    }
  }

  /// A stride that leads nowhere, because there is one element, may be larger than any array.
  private static int narrow(long stride, int count) {
    return count <= 1 ? 1 : Math.toIntExact(stride);
  }

  abstract void unpackRun(MemorySegment packed, long offset, Object array, int at, int count);

  abstract void packRun(Object array, int at, MemorySegment packed, long offset, int count);

  abstract void unpackSteps(
      MemorySegment packed, long offset, long step, Object array, int at, int stride, int count);

  abstract void packSteps(
      Object array, int at, int stride, MemorySegment packed, long offset, long step, int count);
}
