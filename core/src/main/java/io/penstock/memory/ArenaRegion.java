package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory with an arena of its own.
record ArenaRegion(Arena arena, MemorySegment memory) implements Storage.Region {
  /// What the contract of pools asks of a region.
  static final long ALIGNMENT = 4096;

  /// Beyond this the JDK's own sums with lengths and alignments overflow.
  private static final long MOST = 1L << 62;

  ArenaRegion(long bytes) {
    this(Arena.ofShared(), bytes);
  }

  private ArenaRegion(Arena arena, long bytes) {
    this(arena, allocate(arena, bytes));
  }

  private static MemorySegment allocate(Arena arena, long bytes) {
    try {
      if (bytes > MOST) {
        throw new OutOfMemoryError("no system has " + bytes + " bytes");
      }
      return arena.allocate(bytes, ALIGNMENT);
    } catch (OutOfMemoryError e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public void free() {
    arena.close();
  }
}
