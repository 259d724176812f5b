package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory with an arena of its own.
record ArenaRegion(Arena arena, MemorySegment memory) implements Storage.Region {
  /// What the contract of pools asks of a region.
  static final long ALIGNMENT = 4096;

  ArenaRegion(long bytes) {
    this(Arena.ofShared(), bytes);
  }

  private ArenaRegion(Arena arena, long bytes) {
    this(arena, arena.allocate(bytes, ALIGNMENT));
  }

  @Override
  public void free() {
    arena.close();
  }
}
