package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;

/// The fragments of a payload as MPI sees them: where they lie if that is off the heap and in one
/// place, else in blocks by whose way they are copied.
final class Fragments {
  private final Payload payload;
  private final Blocks blocks;

  Fragments(Payload payload, BufferPool pool) {
    this.payload = payload;
    this.blocks = new Blocks(pool, Rendezvous.WINDOW);
  }

  MemorySegment outgoing(int slot, long at, long length) {
    Optional<MemorySegment> place = place(at, length);
    if (place.isPresent()) {
      return place.get();
    }
    MemorySegment copy = blocks.take(slot, length);
    payload.copyTo(at, copy, 0, length);
    return copy;
  }

  MemorySegment incoming(int slot, long at, long length) {
    return place(at, length).orElseGet(() -> blocks.take(slot, length));
  }

  private Optional<MemorySegment> place(long at, long length) {
    if (length == 0 || !payload.offHeap(at)) {
      return Optional.empty();
    }
    ByteBuffer bytes = payload.buffer(at, (int) length);
    return bytes.remaining() == length
        ? Optional.of(MemorySegment.ofBuffer(bytes))
        : Optional.empty();
  }

  /// Copies a fragment that came in where it belongs, unless it came there itself.
  void bring(int slot, long at, long length) {
    blocks.at(slot).ifPresent(copy -> payload.copyFrom(copy, 0, at, length));
  }

  void release(int slot) {
    blocks.release(slot);
  }
}
