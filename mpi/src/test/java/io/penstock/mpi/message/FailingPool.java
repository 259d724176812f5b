package io.penstock.mpi.message;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.testing.ForwardedPool;

/// A pool that gives memory until it is told to fail.
final class FailingPool extends ForwardedPool {
  /// What becomes of who takes a block.
  enum Failure {
    NONE,
    EXHAUSTED,
    ERROR
  }

  private volatile Failure failure = Failure.NONE;

  FailingPool() {
    super(BufferPools.cached(PoolOptions.defaults()), _ -> {});
  }

  void fail(Failure how) {
    failure = how;
  }

  @Override
  public Block take(long bytes) {
    return switch (failure) {
      case NONE -> super.take(bytes);
      case EXHAUSTED -> throw new PoolExhaustedException("nothing left for a test");
      case ERROR -> {
        failure = Failure.NONE; // what is sent of it has memory
        throw new LinkageError("an error for a test");
      }
    };
  }
}
