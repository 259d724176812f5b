package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A block of a [CachedPool], used again with its memory.
///
/// Belongs to its holder: a cache, a magazine, a user.
@SuppressWarnings("unused") // the padding
final class PooledBlock implements Block {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  /// The JDK makes no longer ones.
  private static final long LONGEST_BUFFER = Integer.MAX_VALUE - 8;

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

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public ByteBuffer buffer() {
    if (!buffered) {
      buffered = true;
      buffer = Confinement.buffer(memory.asSlice(0, Math.min(size, LONGEST_BUFFER)));
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
