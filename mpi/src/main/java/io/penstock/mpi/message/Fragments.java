package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.match.Payload;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The fragments of a payload as MPI sees them: where they lie, if that is off the heap and in one
/// place, else in blocks through which they are copied.
final class Fragments {
  /// Null for a payload that is drained: it goes nowhere.
  private final @Nullable Payload payload;

  private final BufferPool pool;
  private final @Nullable Block[] blocks;

  /// @param slots the number of fragments that are under way at a time
  Fragments(@Nullable Payload payload, BufferPool pool, int slots) {
    this.payload = payload;
    this.pool = pool;
    this.blocks = new Block[slots];
  }

  MemorySegment outgoing(int slot, long at, long length) {
    MemorySegment place = place(at, length);
    if (place != null) {
      return place;
    }
    MemorySegment copy = take(slot, length);
    if (payload != null) {
      try {
        payload.copyTo(at, copy, 0, length);
      } catch (InternalError e) {
        throw Transfer.inaccessible(e);
      }
    }
    return copy;
  }

  MemorySegment incoming(int slot, long at, long length) {
    MemorySegment place = place(at, length);
    return place == null ? take(slot, length) : place;
  }

  /// The fragment where it lies; null if MPI cannot see it there. Memory that was freed is left to
  /// the copy, which refuses it: MPI would read or write whatever lies there by now. So is a mapped
  /// file, which may be cut: MPI's own access to a page that is gone ends the process.
  private @Nullable MemorySegment place(long at, long length) {
    if (payload == null || length == 0 || !payload.offHeap(at)) {
      return null;
    }
    ByteBuffer bytes = payload.buffer(at, (int) length);
    MemorySegment place = MemorySegment.ofBuffer(bytes);
    boolean safe = place.scope().isAlive() && !place.isMapped();
    return safe && place.byteSize() == length ? place : null;
  }

  /// The block of a slot, which has one already where a fragment could not start at once.
  private MemorySegment take(int slot, long bytes) {
    Block block = blocks[slot];
    if (block == null) {
      block = pool.take(bytes);
      blocks[slot] = block;
    }
    return block.memory();
  }

  /// Copies a fragment that came in to its place in the payload, unless it came there itself.
  void bring(int slot, long at, long length) {
    Block block = blocks[slot];
    if (block != null && payload != null) {
      payload.copyFrom(block.memory(), 0, at, length);
    }
  }

  void release(int slot) {
    Block block = blocks[slot];
    if (block != null) {
      blocks[slot] = null;
      block.release();
    }
  }
}
