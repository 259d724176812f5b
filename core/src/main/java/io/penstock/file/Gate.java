package io.penstock.file;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/// Lets operations in until it is closed; closing waits for those inside.
///
/// Each thread counts itself in a stripe of its own, so that threads do not wait for one another's
/// cache line.
final class Gate {
  private static final int STRIPES = 16;
  private static final int SPREAD =
      32; // ints, 128 bytes: a pair of cache lines that are fetched together
  private static final long POLL_NANOS = 50_000;

  private final AtomicIntegerArray inside = new AtomicIntegerArray(STRIPES * SPREAD);
  private volatile boolean closed;

  /// Comes in.
  ///
  /// @return whether the gate was open; only then [#leave] must follow, on the same thread
  boolean enter() {
    int stripe = stripe();
    inside.getAndIncrement(stripe);
    if (closed) {
      inside.getAndDecrement(stripe);
      return false;
    }
    return true;
  }

  void leave() {
    inside.getAndDecrement(stripe());
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
    while (occupied()) {
      LockSupport.parkNanos(this, POLL_NANOS);
    }
    return true;
  }

  private boolean occupied() {
    int sum = 0;
    for (int i = 0; i < STRIPES; i++) {
      sum += inside.get(i * SPREAD);
    }
    return sum != 0;
  }

  private static int stripe() {
    return ((int) Thread.currentThread().threadId() & (STRIPES - 1)) * SPREAD;
  }
}
