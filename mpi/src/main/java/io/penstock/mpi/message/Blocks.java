package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Memory off the heap for the fragments of a payload that are under way.
final class Blocks {
  private final BufferPool pool;
  private final List<Optional<Block>> blocks;

  Blocks(BufferPool pool, int slots) {
    this.pool = pool;
    this.blocks = new ArrayList<>(Collections.nCopies(slots, Optional.empty()));
  }

  /// Memory for a fragment.
  MemorySegment take(int slot, long bytes) {
    Block block = pool.take(bytes);
    blocks.set(slot, Optional.of(block));
    return block.memory();
  }

  /// The memory of a fragment; empty if none was taken.
  Optional<MemorySegment> at(int slot) {
    return blocks.get(slot).map(Block::memory);
  }

  void release(int slot) {
    blocks.set(slot, Optional.empty()).ifPresent(Block::release);
  }
}
