package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A piece of page-aligned memory off the heap, large enough for one transfer.
///
/// Belongs to one thread at a time. The memory goes when the chunk is garbage.
public final class Chunk {
  /// The size of a chunk unless it is said otherwise: the largest transfer that pays on any device.
  /// What is not used of it takes no memory.
  public static final int BYTES = 2 << 20;

  private static final long PAGE = 4096;

  private final MemorySegment segment;

  /// [#BYTES] bytes of memory.
  public Chunk() {
    this(BYTES);
  }

  /// As many bytes of memory as are asked for.
  public Chunk(int bytes) {
    this.segment = Arena.ofAuto().allocate(bytes, PAGE);
  }

  /// The memory, accessible by any thread.
  public MemorySegment segment() {
    return segment;
  }
}
