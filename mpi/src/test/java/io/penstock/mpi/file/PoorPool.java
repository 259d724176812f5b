package io.penstock.mpi.file;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.PoolStatistics;
import java.lang.reflect.Field;

/// A pool that has no second block of a length.
final class PoorPool implements BufferPool {
  private final BufferPool pool = BufferPools.cached(PoolOptions.defaults());
  private final long bytes;
  private int taken;

  private PoorPool(long bytes) {
    this.bytes = bytes;
  }

  /// Puts one in the place of the shared pool of this process.
  static void share(long bytes) {
    try {
      Field made = BufferPool.shared().getClass().getDeclaredField("made");
      made.setAccessible(true);
      made.set(BufferPool.shared(), new PoorPool(bytes));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the shared pool is kept elsewhere by now", e);
    }
  }

  @Override
  public synchronized Block take(long wanted) {
    if (wanted == bytes && ++taken == 2) {
      throw new PoolExhaustedException("no second block of " + bytes + " bytes");
    }
    return pool.take(wanted);
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
