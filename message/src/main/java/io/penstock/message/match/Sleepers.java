package io.penstock.message.match;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// The threads that sleep until something happens at an endpoint.
///
/// A thread enters, looks once more whether what it waits for has happened, and only then sleeps:
/// with [#wake] called after every happening, nothing is slept through. Safe for any thread;
/// allocates only when more threads sleep than ever before.
final class Sleepers {
  private final Runnable alarm;
  private final SpinLock lock = new SpinLock();
  private Thread[] threads = new Thread[4];
  private volatile int count;

  /// @param alarm wakes a thread that sleeps otherwise than by parking
  Sleepers(Runnable alarm) {
    this.alarm = alarm;
  }

  void enter() {
    lock.lock();
    try {
      int n = count;
      if (n == threads.length) {
        threads = Arrays.copyOf(threads, 2 * n);
      }
      threads[n] = Thread.currentThread();
      count = n + 1;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      int last = count - 1;
      for (int i = 0; i <= last; i++) {
        if (threads[i].equals(Thread.currentThread())) {
          threads[i] = threads[last];
          break;
        }
      }
      count = last;
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    if (count > 0) {
      wakeAll();
    }
  }

  private void wakeAll() {
    lock.lock();
    try {
      for (int i = 0; i < count; i++) {
        LockSupport.unpark(threads[i]);
      }
    } finally {
      lock.unlock();
    }
    alarm.run();
  }
}
