package io.penstock.testing;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolStatistics;
import java.util.function.LongConsumer;

/// A pool that hands every call on to another one, after a look at what is asked for.
public class ForwardedPool implements BufferPool {
  private final BufferPool pool;
  private final LongConsumer asked;

  /// @param asked is told the length of each block first, and may throw in its place
  public ForwardedPool(BufferPool pool, LongConsumer asked) {
    this.pool = pool;
    this.asked = asked;
  }

  @Override
  public Block take(long bytes) {
    asked.accept(bytes);
    return pool.take(bytes);
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
