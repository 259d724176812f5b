package io.penstock.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolStatistics;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A pool of one block.
final class SegmentPool implements BufferPool {
  private final MemorySegment memory;
  private boolean out;

  SegmentPool(MemorySegment memory) {
    this.memory = memory;
  }

  @Override
  public Block take(long bytes) {
    if (out || bytes > memory.byteSize()) {
      throw new PoolExhaustedException(bytes + " bytes");
    }
    out = true;
    ByteBuffer buffer =
        memory.asSlice(0, Math.min(memory.byteSize(), Integer.MAX_VALUE - 8)).asByteBuffer();
    return new Block() {
      @Override
      public MemorySegment memory() {
        return memory;
      }

      @Override
      public ByteBuffer buffer() {
        return buffer;
      }

      @Override
      public void release() {
        out = false;
      }
    };
  }

  @Override
  public PoolStatistics statistics() {
    return new PoolStatistics(out ? 1 : 0, 0, 0, 0, 0, 0);
  }

  @Override
  public long trim() {
    return 0;
  }

  @Override
  public void close() {}
}
