package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A block of a [CachedPool], used again with its memory, and the size classes of such blocks: four
/// to a doubling from 256 bytes up, so that at most a fifth of a block is left over.
///
/// Class 0 is 64 bytes; the first eight are 64 bytes apart, the next four 128, and so on. Sizes are
/// multiples of 64.
///
/// Belongs to its holder: a cache, a magazine, a user.
@SuppressWarnings("unused") // the padding
final class PooledBlock implements Block {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);
  private static final int UNIT_SHIFT = 6;

  private final CachedPool pool;
  private final int sizeClass;
  private final long size;
  private Regions.Extent extent;
  private MemorySegment memory;
  private ByteBuffer buffer = NONE;

  /// Whether there is a buffer yet.
  private boolean buffered;

  private boolean taken;
  private long asked;

  /// Two blocks that different threads have must not share a cache line.
  private long pad0;

  private long pad1;
  private long pad2;
  private long pad3;
  private long pad4;

  PooledBlock(CachedPool pool, int sizeClass, Regions.Extent extent) {
    this.pool = pool;
    this.sizeClass = sizeClass;
    this.extent = extent;
    this.memory = extent.memory();
    this.size = extent.memory().byteSize();
  }

  /// The smallest class with room for `bytes`, which is 0 or more.
  static int sizeClass(long bytes) {
    long last = (Math.max(bytes, 1) - 1) >>> UNIT_SHIFT;
    int doubling = Math.max(0, 61 - Long.numberOfLeadingZeros(last));
    return (doubling << 2) + (int) (last >>> doubling);
  }

  /// The size of a class's blocks, in units.
  static long units(int sizeClass) {
    int doubling = Math.max(0, (sizeClass >> 2) - 1);
    return (sizeClass - 4L * doubling + 1) << doubling;
  }

  /// The size of a class's blocks.
  static long bytes(int sizeClass) {
    return units(sizeClass) << UNIT_SHIFT;
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public ByteBuffer buffer() {
    if (!buffered) {
      buffered = true;
      buffer = Confinement.buffer(memory);
    }
    return buffer;
  }

  /// Ends the block and hands out its memory. A stale reference to the block must not keep the
  /// memory from the collector.
  Regions.Extent dissolve() {
    Regions.Extent memoryAndPlace = extent;
    extent = Regions.Extent.NOTHING;
    memory = MemorySegment.NULL;
    buffer = NONE;
    return memoryAndPlace;
  }

  int sizeClass() {
    return sizeClass;
  }

  /// The length of the memory.
  long size() {
    return size;
  }

  /// What its user asked for.
  long asked() {
    return asked;
  }

  /// Turns into a block that is out.
  void out(long bytes) {
    taken = true;
    asked = bytes;
    if (buffered) {
      buffer.clear().order(ByteOrder.BIG_ENDIAN);
    }
  }

  @Override
  public void release() {
    if (!taken) {
      throw new IllegalStateException("the block was released before");
    }
    taken = false;
    pool.give(this);
  }
}
