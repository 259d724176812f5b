package io.penstock.file;

import io.penstock.ffi.ProcessBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

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

  /// So few entries are counted in one place: most files are read once, and the classes of arrays
  /// of counters take a fresh JVM some milliseconds.
  private static final int FEW = 64;

  private static final long POLL_NANOS = 50_000;

  /// Who is inside is the sum of all counters: a thread may leave by another one than it came by.
  private final AtomicInteger first = new AtomicInteger();

  private volatile @Nullable AtomicIntegerArray inside;

  /// By stripe, the id of the thread that owns it, and how often that is inside.
  private volatile @Nullable AtomicLongArray owned;

  /// Roughly: threads may count over each other.
  private int entries;

  private volatile boolean closed;

  /// Comes in.
  ///
  /// @return whether the gate was open; only then [#leave] must follow, on the same thread
  boolean enter() {
    long thread = Thread.currentThread().threadId();
    int stripe = stripe(thread);
    AtomicLongArray stripes = owned;
    if (stripes != null && stripes.getPlain(stripe * LONGS) == thread) {
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
    AtomicIntegerArray counters = inside;
    count(counters, stripe, 1);
    if (closed) {
      count(counters, stripe, -1);
      return false;
    }
    if (entries++ > OFTEN) {
      own(stripe, thread);
    } else if (counters == null && entries > FEW) {
      divide();
    }
    return true;
  }

  private void count(@Nullable AtomicIntegerArray counters, int stripe, int change) {
    if (counters == null) {
      first.getAndAdd(change);
    } else {
      counters.getAndAdd(stripe * INTS, change);
    }
  }

  /// Not under the lock that [#close] holds while it waits.
  private void divide() {
    synchronized (first) {
      if (inside == null) {
        inside = new AtomicIntegerArray(STRIPES * INTS);
      }
    }
  }

  /// From the next entry on.
  private void own(int stripe, long thread) {
    AtomicLongArray stripes = owned;
    if (stripes == null) {
      synchronized (first) {
        stripes = owned == null ? new AtomicLongArray(STRIPES * LONGS) : owned;
        owned = stripes;
      }
    }
    if (stripes.getPlain(stripe * LONGS) == 0) {
      stripes.compareAndSet(stripe * LONGS, 0, thread);
    }
  }

  void leave() {
    long thread = Thread.currentThread().threadId();
    int stripe = stripe(thread);
    AtomicLongArray stripes = owned;
    int count = stripe * LONGS + 1;
    if (stripes != null
        && stripes.getPlain(stripe * LONGS) == thread
        && stripes.getPlain(count) > 0) {
      stripes.setRelease(count, stripes.getPlain(count) - 1);
    } else {
      count(inside, stripe, -1);
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
    if (owned != null) {
      ProcessBarrier.issue();
    }
    while (occupied()) {
      rest(this, POLL_NANOS);
    }
    return true;
  }

  /// Rests for a moment, also where the thread is interrupted, which it stays: else whoever looks
  /// again and again between such moments would keep a processor busy.
  static void rest(Object blocker, long nanos) {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(blocker, nanos);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean occupied() {
    long sum = first.get();
    AtomicIntegerArray counters = inside;
    AtomicLongArray stripes = owned;
    for (int i = 0; i < STRIPES; i++) {
      sum += counters == null ? 0 : counters.get(i * INTS);
      sum += stripes == null ? 0 : stripes.get(i * LONGS + 1);
    }
    return sum != 0;
  }

  private static int stripe(long thread) {
    return (int) thread & (STRIPES - 1);
  }
}
