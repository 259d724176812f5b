package io.penstock.message.match;

import io.penstock.memory.Block;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Stands where no block was taken.
final class NoBlock implements Block {
  static final NoBlock INSTANCE = new NoBlock();

  private NoBlock() {}

  @Override
  public MemorySegment memory() {
    return MemorySegment.NULL;
  }

  @Override
  public ByteBuffer buffer() {
    return ByteBuffer.allocate(0);
  }

  @Override
  public void release() {}
}
