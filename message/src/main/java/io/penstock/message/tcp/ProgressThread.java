package io.penstock.message.tcp;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/// A progress thread of an endpoint while the program computes: it moves messages, sends
/// heartbeats, and detects ranks that are gone.
///
/// It clears interrupts, because a thread that is interrupted does not wait.
final class ProgressThread {
  private static final long TICK_NANOS = 10_000_000;

  private final Thread thread;
  private volatile boolean stopped;

  /// @param look is given the time, every 10 ms
  ProgressThread(int rank, LongConsumer look) {
    thread = Thread.ofPlatform().daemon().name("penstock-rank-" + rank).unstarted(() -> keep(look));
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  private void keep(LongConsumer look) {
    while (!stopped) {
      look.accept(System.nanoTime());
      boolean _ = Thread.interrupted();
      LockSupport.parkNanos(this, TICK_NANOS);
    }
  }
}
