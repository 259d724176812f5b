package io.penstock.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolStatistics;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/// A pool that counts what is out, poisons what is given, and hands out the same blocks again.
///
/// A block that is released twice is an error at once.
final class CountingPool implements BufferPool {
  private static final byte POISON = (byte) 0xa5;

  private final Deque<Piece> free = new ArrayDeque<>();
  private final long limit;
  private final boolean poison;
  private long live;
  private long liveBytes;
  private long takes;

  CountingPool() {
    this(Long.MAX_VALUE, true);
  }

  private CountingPool(long limit, boolean poison) {
    this.limit = limit;
    this.poison = poison;
  }

  static CountingPool limited(long bytes) {
    return new CountingPool(bytes, true);
  }

  /// For tests that move so much that filling it first would take longer than they do.
  static CountingPool unpoisoned() {
    return new CountingPool(Long.MAX_VALUE, false);
  }

  @Override
  public synchronized Block take(long bytes) {
    if (liveBytes + bytes > limit) {
      throw new PoolExhaustedException("%d bytes of %d".formatted(bytes, limit));
    }
    Piece piece = at(bytes);
    piece.out = true;
    piece.asked = bytes;
    live++;
    liveBytes += bytes;
    takes++;
    if (poison) {
      piece.memory.fill(POISON);
    }
    return piece;
  }

  private Piece at(long bytes) {
    for (int i = free.size(); i > 0; i--) {
      Piece piece = free.removeFirst();
      if (piece.memory.byteSize() >= bytes && piece.memory.byteSize() <= 4 * bytes + 64) {
        return piece;
      }
      free.addLast(piece);
    }
    return new Piece(Arena.ofAuto().allocate(Math.max(bytes, 1), 64));
  }

  long live() {
    return live;
  }

  @Override
  public PoolStatistics statistics() {
    return new PoolStatistics(live, liveBytes, 0, liveBytes, free.size(), takes);
  }

  @Override
  public long trim() {
    free.clear();
    return 0;
  }

  @Override
  public void close() {
    if (live > 0) {
      throw new IllegalStateException(live + " blocks are out");
    }
  }

  private final class Piece implements Block {
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private boolean out;
    private long asked;

    Piece(MemorySegment memory) {
      this.memory = memory;
      this.buffer =
          memory.asSlice(0, Math.min(memory.byteSize(), Integer.MAX_VALUE - 8)).asByteBuffer();
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public ByteBuffer buffer() {
      return buffer;
    }

    @Override
    public void release() {
      synchronized (CountingPool.this) {
        if (!out) {
          throw new IllegalStateException("released twice");
        }
        out = false;
        live--;
        liveBytes -= asked;
        free.addFirst(this);
      }
    }
  }
}
