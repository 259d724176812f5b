package io.penstock.message;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Memory of a pool that is written from front to back and grows with what is written, behind room
/// that is kept free. Takes a block when the first byte is asked for.
///
/// Remembers how much it held the last time, and asks for that at once.
final class Store {
  /// So that adding to a size never overflows.
  private static final long MOST = Long.MAX_VALUE / 2;

  private final BufferPool pool;
  private final long room;
  private final long limit;
  private final long initial;
  private long first;
  private @Nullable Block block;
  private MemorySegment memory = MemorySegment.NULL;
  private long capacity;
  private long used;

  Store(BufferPool pool, long room, long initial, long limit) {
    this.pool = pool;
    this.room = room;
    this.initial = initial;
    this.first = initial;
    this.limit = Math.min(limit, MOST);
  }

  /// The block's memory, the room ahead included.
  MemorySegment memory() {
    return memory;
  }

  /// The block's first 2 GiB, the room ahead included.
  ByteBuffer buffer() {
    return held().buffer();
  }

  private Block held() {
    if (block == null) {
      throw new IllegalStateException("nothing was written");
    }
    return block;
  }

  /// Where in [#memory] the byte at a position lies.
  long at(long position) {
    return room + position;
  }

  /// Where in [#memory] the next byte goes.
  long end() {
    return room + used;
  }

  long used() {
    return used;
  }

  long limit() {
    return limit;
  }

  boolean isEmpty() {
    return used == 0;
  }

  /// Whether so many bytes more are within the limit.
  boolean allows(long more) {
    return more <= limit - used;
  }

  /// Makes sure that so many bytes, which the store [#allows], have their place.
  void reserve(long more) {
    if (block == null || more > capacity - used) {
      grow(used + more);
    }
  }

  private void grow(long needed) {
    long wanted = Math.max(needed, Math.min(limit, Math.max(first, 2 * capacity)));
    Block larger = pool.take(room + wanted);
    MemorySegment place = larger.memory();
    if (block != null) {
      MemorySegment.copy(memory, room, place, room, used);
      block.release();
    }
    block = larger;
    memory = place;
    capacity = Math.min(limit, place.byteSize() - room);
  }

  /// Counts bytes as written.
  void advance(long bytes) {
    used += bytes;
  }

  /// Forgets what was written from a position on.
  void backTo(long position) {
    used = position;
  }

  /// Writes bytes of 0, for which there is place.
  void zeros(long bytes) {
    for (long i = 0; i < bytes; i++) {
      memory.set(JAVA_BYTE, end() + i, (byte) 0);
    }
    used += bytes;
  }

  /// Gives the memory back. The store is empty and can be written again.
  void release() {
    first = Math.max(initial, used);
    Block given = block;
    block = null;
    memory = MemorySegment.NULL;
    capacity = 0;
    used = 0;
    if (given != null) {
      given.release();
    }
  }
}
