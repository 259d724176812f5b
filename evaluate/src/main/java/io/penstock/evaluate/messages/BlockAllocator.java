package io.penstock.evaluate.messages;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// A pool of Penstock as its own transfers use it: blocks that nothing guards.
///
/// @param pool of one's own
record BlockAllocator(BufferPool pool) implements Allocator<Block> {
  @Override
  public Block allocate(long bytes) {
    return pool.take(bytes);
  }

  @Override
  public void release(Block block) {
    block.release();
  }

  @Override
  public MemorySegment memory(Block block) {
    return block.memory();
  }

  @Override
  public OptionalLong heldBytes() {
    return OptionalLong.of(pool.statistics().heldBytes());
  }

  @Override
  public void trim() {
    pool.trim();
  }

  @Override
  public void close() {
    pool.close();
  }
}
