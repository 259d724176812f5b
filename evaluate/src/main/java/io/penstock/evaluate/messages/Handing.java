package io.penstock.evaluate.messages;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A ring by which one thread hands things to another; both spin. Each place is empty or full,
/// which is all that the two tell each other.
final class Handing {
  private static final int ROOM = 256;
  private static final int SPINS = 50;

  private final AtomicReferenceArray<@Nullable Object> ring = new AtomicReferenceArray<>(ROOM);
  private int next;
  private int oldest;
  private volatile boolean givenUp;

  /// Puts something in as soon as there is room. For one thread.
  void put(Object thing) {
    for (int spins = 0; ring.getAcquire(next) != null; spins++) {
      pause(spins);
    }
    ring.setRelease(next, thing);
    next = (next + 1) % ROOM;
  }

  /// Takes the oldest out as soon as there is one. For one other thread.
  Object take() {
    Object thing = ring.getAcquire(oldest);
    for (int spins = 0; thing == null; spins++) {
      pause(spins);
      thing = ring.getAcquire(oldest);
    }
    ring.setRelease(oldest, null);
    oldest = (oldest + 1) % ROOM;
    return thing;
  }

  @SuppressWarnings("ThreadPriorityCheck") // there may be fewer processors than spinning threads
  private void pause(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
      return;
    }
    if (givenUp) {
      throw new IllegalStateException("the other thread has failed");
    }
    Thread.yield();
  }

  /// Lets the other thread fail instead of waiting for this one.
  void giveUp() {
    givenUp = true;
  }
}
