package io.penstock.array.kernel;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.convert.Casting;
import io.penstock.array.convert.Casting.OutOfRangeException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Stash;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;

/// A kernel between stored numbers of one type and memory of another.
///
/// Numbers go a thousand at a time, in the processor's nearest cache, from packed bytes to an array
/// of the stored type by that type's own kernel, and are cast to the array of memory. A segment, or
/// an array with a stride, is reached by one step more, through packed bytes of its own type.
final class ConvertingKernel extends Kernel {
  private static final int LENGTH = 1024;

  private final DataType stored;
  private final DataType inMemory;
  private final Kernel packedKernel;
  private final Kernel memoryKernel;
  private final Kernel denseKernel;
  private final boolean arrays;
  private final Stash<Step> steps = new Stash<>(32, this::step);

  ConvertingKernel(DataType type, ByteOrder order, ElementType memory, boolean arrays) {
    super(type.bytes(), false);
    this.stored = Casting.real(type);
    this.inMemory = DataType.of(memory);
    this.packedKernel = Kernel.forArrays(stored, order);
    this.denseKernel = Kernel.forArrays(inMemory, ByteOrder.nativeOrder());
    this.memoryKernel =
        arrays ? denseKernel : Kernel.forSegments(inMemory, ByteOrder.nativeOrder());
    this.arrays = arrays;
  }

  /// What one thread needs.
  ///
  /// @param numbers of the stored type
  /// @param elements of the type in memory
  private record Step(Casting widening, Casting narrowing, Object numbers, Object elements) {}

  private Step step() {
    return new Step(
        new Casting(stored, inMemory),
        new Casting(inMemory, stored),
        array(stored),
        array(inMemory));
  }

  private static Object array(DataType type) {
    return Array.newInstance(type.element().arrayClass().getComponentType(), LENGTH);
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
    Step mine = steps.take();
    try {
      if (isDense(stride, count)) {
        unpackDense(mine, packed, offset, step, memory, Math.toIntExact(at), count);
      } else {
        unpackScattered(mine, packed, offset, step, memory, at, stride, count);
      }
    } finally {
      steps.give(mine);
    }
  }

  private boolean isDense(long stride, long count) {
    return arrays && (stride == 1 || count == 1);
  }

  private void unpackDense(
      Step mine, MemorySegment packed, long offset, long step, Object array, int at, long count) {
    for (long done = 0; done < count; done += LENGTH) {
      int n = (int) Math.min(LENGTH, count - done);
      long from = offset + done * step;
      int to = at + (int) done;
      packedKernel.unpack(packed, from, step, mine.numbers, 0, 1, n);
      if (mine.widening.cast(mine.numbers, 0, array, to, n) > 0) {
        int i = firstLost(mine.widening, mine.numbers, 0, array, to, n);
        throw new OutOfRangeException(
            from + i * step, to + i, mine.widening.misfit(mine.numbers, i));
      }
    }
  }

  private void unpackScattered(
      Step mine,
      MemorySegment packed,
      long offset,
      long step,
      Object memory,
      long at,
      long stride,
      long count) {
    int width = memoryKernel.storedBytes();
    Block block = BufferPool.shared().take((long) LENGTH * width);
    try {
      for (long done = 0; done < count; done += LENGTH) {
        int n = (int) Math.min(LENGTH, count - done);
        long from = offset + done * step;
        long to = at + done * stride;
        packedKernel.unpack(packed, from, step, mine.numbers, 0, 1, n);
        if (mine.widening.cast(mine.numbers, 0, mine.elements, 0, n) > 0) {
          int i = firstLost(mine.widening, mine.numbers, 0, mine.elements, 0, n);
          throw new OutOfRangeException(
              from + i * step, to + i * stride, mine.widening.misfit(mine.numbers, i));
        }
        denseKernel.pack(mine.elements, 0, 1, block.memory(), 0, width, n);
        memoryKernel.unpack(block.memory(), 0, width, memory, to, stride, n);
      }
    } finally {
      block.release();
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
    Step mine = steps.take();
    try {
      if (isDense(stride, count)) {
        packDense(mine, memory, Math.toIntExact(at), packed, offset, step, count);
      } else {
        packScattered(mine, memory, at, stride, packed, offset, step, count);
      }
    } finally {
      steps.give(mine);
    }
  }

  private void packDense(
      Step mine, Object array, int at, MemorySegment packed, long offset, long step, long count) {
    for (long done = 0; done < count; done += LENGTH) {
      int n = (int) Math.min(LENGTH, count - done);
      int from = at + (int) done;
      long to = offset + done * step;
      if (mine.narrowing.cast(array, from, mine.numbers, 0, n) > 0) {
        int i = firstLost(mine.narrowing, array, from, mine.numbers, 0, n);
        throw new OutOfRangeException(
            to + i * step, from + i, mine.narrowing.misfit(array, from + i));
      }
      packedKernel.pack(mine.numbers, 0, 1, packed, to, step, n);
    }
  }

  private void packScattered(
      Step mine,
      Object memory,
      long at,
      long stride,
      MemorySegment packed,
      long offset,
      long step,
      long count) {
    int width = memoryKernel.storedBytes();
    Block block = BufferPool.shared().take((long) LENGTH * width);
    try {
      for (long done = 0; done < count; done += LENGTH) {
        int n = (int) Math.min(LENGTH, count - done);
        long from = at + done * stride;
        long to = offset + done * step;
        memoryKernel.pack(memory, from, stride, block.memory(), 0, width, n);
        denseKernel.unpack(block.memory(), 0, width, mine.elements, 0, 1, n);
        if (mine.narrowing.cast(mine.elements, 0, mine.numbers, 0, n) > 0) {
          int i = firstLost(mine.narrowing, mine.elements, 0, mine.numbers, 0, n);
          throw new OutOfRangeException(
              to + i * step, from + i * stride, mine.narrowing.misfit(mine.elements, i));
        }
        packedKernel.pack(mine.numbers, 0, 1, packed, to, step, n);
      }
    } finally {
      block.release();
    }
  }

  /// The place of the first number that was out of range: found by casting them again, one by one.
  private static int firstLost(
      Casting casting, Object source, int from, Object target, int to, int count) {
    int i = 0;
    while (i < count - 1 && casting.cast(source, from + i, target, to + i, 1) == 0) {
      i++;
    }
    return i;
  }
}
