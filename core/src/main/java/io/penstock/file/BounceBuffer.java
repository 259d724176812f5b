package io.penstock.file;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import java.lang.foreign.MemorySegment;

/// A piece of memory off the heap for bytes on their way between a file and a Java array.
///
/// @param bytes that it has
record BounceBuffer(Block block, long bytes) implements AutoCloseable {
  /// @throws PoolExhaustedException if there is no memory
  static BounceBuffer take(long bytes) {
    return new BounceBuffer(BufferPool.shared().take(bytes), bytes);
  }

  MemorySegment memory() {
    return block.memory();
  }

  @Override
  public void close() {
    block.release();
  }
}
