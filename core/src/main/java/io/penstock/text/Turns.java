package io.penstock.text;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Lets workers deliver what they have made of chunks in the order of the text.
final class Turns {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long next;
  private long brokenAt = Long.MAX_VALUE;

  /// Waits until all chunks before have been delivered.
  ///
  /// @return false if one of them never will be
  boolean await(long index) {
    lock.lock();
    try {
      while (next < index && index < brokenAt) {
        changed.awaitUninterruptibly();
      }
      return next == index;
    } finally {
      lock.unlock();
    }
  }

  /// This chunk has been delivered.
  void done(long index) {
    lock.lock();
    try {
      next = index + 1;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// A chunk will not be delivered: nothing that follows it will.
  void breakOff(long index) {
    lock.lock();
    try {
      brokenAt = Math.min(brokenAt, index);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
