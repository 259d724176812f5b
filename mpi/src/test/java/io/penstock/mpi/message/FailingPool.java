package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.PoolStatistics;

/// A pool that gives memory until it is told to fail.
final class FailingPool implements BufferPool {
  /// What becomes of who takes a block.
  enum Failure {
    NONE,
    EXHAUSTED,
    ERROR
  }

  private final BufferPool pool = BufferPools.cached(PoolOptions.defaults());
  private volatile Failure failure = Failure.NONE;

  void fail(Failure how) {
    failure = how;
  }

  @Override
  public Block take(long bytes) {
    return switch (failure) {
      case NONE -> pool.take(bytes);
      case EXHAUSTED -> throw new PoolExhaustedException("nothing left for a test");
      case ERROR -> {
        failure = Failure.NONE; // what is sent of it has memory
        throw new LinkageError("an error for a test");
      }
    };
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
