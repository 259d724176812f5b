package io.penstock.memory;

import io.penstock.schedules.Threads;

/// Threads take and release while the pool is closed: it ends when nothing is out, or refuses; no
/// memory is handed out behind its end, and nobody waits for ever.
public final class PoolEndSchedule {
  private final CachedPool pool =
      new CachedPool(
          PoolOptions.defaults()
              .withStorage(Storage.heap())
              .withRegionBytes(4096)
              .withCacheBytes(1024));
  private volatile boolean out;
  private volatile boolean closed;

  private PoolEndSchedule() {}

  private void use() {
    try {
      Block block = pool.take(64);
      out = true;
      Threads.require(!closed, "the pool has ended while a block was out");
      out = false;
      block.release();
    } catch (IllegalStateException e) {
      Threads.require(String.valueOf(e.getMessage()).contains("closed"), e.toString());
    }
  }

  private void close() {
    try {
      pool.close();
      Threads.require(!out, "the pool has ended while a block was out");
      closed = true;
    } catch (IllegalStateException e) {
      Threads.require(String.valueOf(e.getMessage()).contains("still out"), e.toString());
    }
  }

  /// Runs it.
  public static void run() throws InterruptedException {
    PoolEndSchedule schedule = new PoolEndSchedule();
    Threads.run(schedule::use, schedule::close);
    schedule.pool.close();
    Threads.require(schedule.pool.statistics().heldBytes() == 0, "memory is left");
  }
}
