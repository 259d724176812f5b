package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// No pool: an arena for each block.
final class PlainPool implements BufferPool {
  @Override
  public Block take(long bytes) {
    return new ArenaBlock(Arena.ofAuto().allocate(bytes, 4096));
  }

  @Override
  public PoolStatistics statistics() {
    return new PoolStatistics(0, 0, 0, 0, 0);
  }

  @Override
  public long trim() {
    return 0;
  }

  @Override
  public void close() {}

  private record ArenaBlock(MemorySegment memory) implements Block {
    @Override
    public ByteBuffer buffer() {
      return memory.asByteBuffer();
    }

    @Override
    public void release() {}
  }
}
