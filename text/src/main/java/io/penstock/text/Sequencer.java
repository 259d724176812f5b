package io.penstock.text;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A sequencer: it lets workers deliver what they have made of chunks in the order of the text.
///
/// No worker waits for ever: chunks are taken in their order, so that the first one that is not
/// delivered yet has been taken, and its worker does not wait, but delivers it or breaks it off. A
/// delivery wakes the worker of the next chunk, and no other, however many wait.
final class Sequencer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Long, Condition> waiting = new HashMap<>();
  private long next;
  private long brokenAt = Long.MAX_VALUE;

  /// Waits until all chunks before have been delivered.
  ///
  /// @return false if one of them never will be
  boolean await(long index) {
    lock.lock();
    try {
      while (next < index && index < brokenAt) {
        waiting.computeIfAbsent(index, _ -> lock.newCondition()).awaitUninterruptibly();
      }
      waiting.remove(index);
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
      Optional.ofNullable(waiting.get(next)).ifPresent(Condition::signal);
    } finally {
      lock.unlock();
    }
  }

  /// A chunk will not be delivered: nothing that follows it will.
  void breakOff(long index) {
    lock.lock();
    try {
      brokenAt = Math.min(brokenAt, index);
      waiting.values().forEach(Condition::signal);
    } finally {
      lock.unlock();
    }
  }
}
