package io.penstock.memory;

import io.penstock.testing.ForwardedPool;
import java.util.concurrent.atomic.AtomicReference;

/// A pool that lets a test see the last block it gave.
final class Peek extends ForwardedPool {
  private final AtomicReference<Block> last = new AtomicReference<>();

  Peek(BufferPool pool) {
    super(pool, _ -> {});
  }

  Block last() {
    return last.get();
  }

  @Override
  public Block take(long bytes) {
    last.set(super.take(bytes));
    return last.get();
  }
}
