package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/// An arena for each block, closed to give it back.
///
/// @param source of arenas
record Arenas(Supplier<Arena> source) implements Allocator<Arenas.Block> {
  private static final long ALIGNMENT = 64;

  /// A block and what it lives in.
  record Block(Arena arena, MemorySegment memory) {}

  @Override
  public Block allocate(long bytes) {
    Arena arena = source.get();
    return new Block(arena, arena.allocate(bytes, ALIGNMENT));
  }

  @Override
  public void release(Block block) {
    block.arena().close();
  }

  @Override
  public MemorySegment memory(Block block) {
    return block.memory();
  }

  @Override
  public Object pass(Block block) throws AbsentException {
    if (block.memory().isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))) {
      return block;
    }
    throw new AbsentException("the memory of a confined arena belongs to one thread");
  }
}
