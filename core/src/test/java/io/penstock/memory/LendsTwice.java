package io.penstock.memory;

import io.penstock.testing.ForwardedPool;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A pool that now and then lends the same memory to two users.
final class LendsTwice extends ForwardedPool {
  private final Block common;
  private int takes;

  LendsTwice(BufferPool pool) {
    super(pool, _ -> {});
    this.common = pool.take(1 << 20);
  }

  @Override
  public Block take(long bytes) {
    takes++;
    return takes % 16 == 0 ? new Borrowed(common) : super.take(bytes);
  }

  @Override
  public void close() {
    common.release();
    super.close();
  }

  private record Borrowed(Block block) implements Block {
    @Override
    public MemorySegment memory() {
      return block.memory();
    }

    @Override
    public ByteBuffer buffer() {
      return block.buffer();
    }

    @Override
    public void release() {
      // it stays with its owner
    }
  }
}
