package io.penstock.message.match;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// A lock for a few instructions at a time. Taking it never allocates, even under contention.
///
/// Not reentrant. Where more threads run than there are processors, one that waits for long steps
/// aside.
public final class SpinLock {
  private static final int SPINS = 200;
  private static final int YIELDS = 50;
  private static final long NAP_NANOS = 20_000;

  private final AtomicBoolean taken = new AtomicBoolean();

  public void lock() {
    if (!tryLock()) {
      insist();
    }
  }

  public boolean tryLock() {
    return !taken.getPlain() && taken.compareAndSet(false, true);
  }

  public void unlock() {
    taken.setRelease(false);
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing depends on the yield but speed
  private void insist() {
    for (int tries = 0; !tryLock(); tries++) {
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, NAP_NANOS); // which does not wait where a thread is interrupted
        Thread.yield();
      }
    }
  }
}
