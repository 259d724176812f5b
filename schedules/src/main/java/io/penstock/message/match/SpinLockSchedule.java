package io.penstock.message.match;

import io.penstock.schedules.Threads;
import java.util.concurrent.atomic.AtomicInteger;

/// Two threads count under the lock: one is inside at a time.
public final class SpinLockSchedule {
  private final SpinLock lock = new SpinLock();
  private final AtomicInteger inside = new AtomicInteger();

  private SpinLockSchedule() {}

  private void pass() {
    lock.lock();
    try {
      Threads.require(inside.incrementAndGet() == 1, "two threads are inside");
      inside.decrementAndGet();
    } finally {
      lock.unlock();
    }
  }

  /// Runs it.
  public static void run() throws InterruptedException {
    SpinLockSchedule schedule = new SpinLockSchedule();
    Threads.run(schedule::pass, schedule::pass);
  }
}
