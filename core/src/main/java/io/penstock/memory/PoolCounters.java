package io.penstock.memory;

import java.util.concurrent.atomic.LongAdder;

/// Counts what is handed out, without contention. Safe for any thread.
final class PoolCounters {
  private final LongAdder takes = new LongAdder();
  private final LongAdder releases = new LongAdder();
  private final LongAdder liveBytes = new LongAdder();

  void take(long bytes) {
    takes.increment();
    liveBytes.add(bytes);
  }

  void release(long bytes) {
    releases.increment();
    liveBytes.add(-bytes);
  }

  long takes() {
    return takes.sum();
  }

  long liveBlocks() {
    return takes.sum() - releases.sum();
  }

  long liveBytes() {
    return liveBytes.sum();
  }
}
