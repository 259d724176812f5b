package io.penstock.memory;

import java.util.concurrent.atomic.AtomicReference;

/// A pool that lets a test see the last block it gave.
final class Peek implements BufferPool {
  private final BufferPool pool;
  private final AtomicReference<Block> last = new AtomicReference<>();

  Peek(BufferPool pool) {
    this.pool = pool;
  }

  Block last() {
    return last.get();
  }

  @Override
  public Block take(long bytes) {
    last.set(pool.take(bytes));
    return last.get();
  }

  @Override
  public PoolStatistics statistics() {
    return pool.statistics();
  }

  @Override
  public long trim() {
    return pool.trim();
  }

  @Override
  public void close() {
    pool.close();
  }
}
