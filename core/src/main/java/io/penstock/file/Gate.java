package io.penstock.file;

import io.penstock.ffi.ProcessBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Lets operations in until it is closed; closing waits for those inside.
///
/// A thread counts itself in a stripe of its own, so that threads do not wait for one another's
/// cache line. Where it comes often the stripe becomes its property: it counts by plain stores then
/// and looks whether the gate is closed, with no atomic operation, which would keep the processor
/// from beginning with the next copy before the last one has ended. Who closes such a gate sees to
/// the order between that store and that load instead, by a [barrier][ProcessBarrier] in all
/// threads: who has not seen that the gate is closed has been counted by then.
final class Gate {
  private static final int STRIPES = 16;

  /// 128 bytes: a pair of cache lines that are fetched together.
  private static final int INTS = 32;

  private static final int LONGS = 16;

  /// After so many entries stripes are owned: to close the gate takes some 50 microseconds then.
  private static final int OFTEN = 2000;

  private static final AtomicLongArray NONE = new AtomicLongArray(0);

  private static final long POLL_NANOS = 50_000;

  private final AtomicIntegerArray inside = new AtomicIntegerArray(STRIPES * INTS);

  /// By stripe, the id of the thread that owns it, and how often that is inside.
  private final AtomicReference<AtomicLongArray> owned = new AtomicReference<>(NONE);

  /// Roughly: threads may count over each other.
  private int entries;

  private volatile boolean closed;

  /// Comes in.
  ///
  /// @return whether the gate was open; only then [#leave] must follow, on the same thread
  boolean enter() {
    long thread = Thread.currentThread().threadId();
    int stripe = stripe(thread);
    AtomicLongArray stripes = owned.get();
    if (isOwn(stripes, stripe, thread)) {
      int count = stripe * LONGS + 1;
      stripes.setOpaque(count, stripes.getPlain(count) + 1);
      return !closed || refused(stripes, count);
    }
    return enterShared(stripe, thread);
  }

  private static boolean refused(AtomicLongArray stripes, int count) {
    stripes.setRelease(count, stripes.getPlain(count) - 1);
    return false;
  }

  private boolean enterShared(int stripe, long thread) {
    inside.getAndIncrement(stripe * INTS);
    if (closed) {
      inside.getAndDecrement(stripe * INTS);
      return false;
    }
    if (entries++ > OFTEN) {
      own(stripe, thread);
    }
    return true;
  }

  /// From the next entry on.
  private void own(int stripe, long thread) {
    if (owned.get().length() == 0) {
      owned.compareAndSet(NONE, new AtomicLongArray(STRIPES * LONGS));
    }
    AtomicLongArray stripes = owned.get();
    if (stripes.getPlain(stripe * LONGS) == 0) {
      stripes.compareAndSet(stripe * LONGS, 0, thread);
    }
  }

  private static boolean isOwn(AtomicLongArray stripes, int stripe, long thread) {
    return stripes.length() > 0 && stripes.getPlain(stripe * LONGS) == thread;
  }

  void leave() {
    long thread = Thread.currentThread().threadId();
    int stripe = stripe(thread);
    AtomicLongArray stripes = owned.get();
    int count = stripe * LONGS + 1;
    if (isOwn(stripes, stripe, thread) && stripes.getPlain(count) > 0) {
      stripes.setRelease(count, stripes.getPlain(count) - 1);
    } else {
      inside.getAndDecrement(stripe * INTS);
    }
  }

  boolean isClosed() {
    return closed;
  }

  /// Closes and waits until nobody is inside.
  ///
  /// @return false if it was closed before
  synchronized boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    if (owned.get().length() > 0) {
      ProcessBarrier.issue();
    }
    while (occupied()) {
      LockSupport.parkNanos(this, POLL_NANOS);
    }
    return true;
  }

  private boolean occupied() {
    long sum = 0;
    AtomicLongArray stripes = owned.get();
    for (int i = 0; i < STRIPES; i++) {
      sum += inside.get(i * INTS) + (stripes.length() == 0 ? 0 : stripes.get(i * LONGS + 1));
    }
    return sum != 0;
  }

  private static int stripe(long thread) {
    return (int) thread & (STRIPES - 1);
  }
}
