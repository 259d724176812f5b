package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A piece of page-aligned memory off the heap, large enough for one transfer.
///
/// Belongs to one thread at a time. The memory goes when the chunk is garbage.
public final class Chunk {
  /// The size of a chunk unless it is said otherwise: the largest transfer that pays on any device,
  /// and no more than a CPU core's second-level cache.
  public static final int BYTES = 1 << 20;

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
