package io.penstock.evaluate.messages;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A ring of one producer and one consumer, which both spin. Each place is empty or full, which is
/// all that the two tell each other.
///
/// Who finds no place or no thing looks away for a while: if it looked all the time, each thing
/// would drag the cache line that it lies in from one processor to the other and back, which takes
/// longer than any allocator.
final class SpscRing {
  private static final int ROOM = 1024;
  private static final int LOOKS = 20;
  private static final int SPINS = 20;

  /// The two threads' positions lie this far from each other and from whatever else is in memory:
  /// two cache lines.
  private static final int PAD = 32;

  private static final int NEXT = PAD;
  private static final int OLDEST = 2 * PAD;

  private final AtomicReferenceArray<@Nullable Object> ring = new AtomicReferenceArray<>(ROOM);
  private final int[] positions = new int[OLDEST + PAD];
  private volatile boolean givenUp;

  /// Puts something in as soon as there is room. For one thread.
  void put(Object thing) {
    int next = positions[NEXT];
    for (int looks = 0; ring.getAcquire(next) != null; looks++) {
      lookAway(looks);
    }
    ring.setRelease(next, thing);
    positions[NEXT] = (next + 1) % ROOM;
  }

  /// Takes the oldest out as soon as there is one. For one other thread.
  Object take() {
    int oldest = positions[OLDEST];
    Object thing = ring.getAcquire(oldest);
    for (int looks = 0; thing == null; looks++) {
      lookAway(looks);
      thing = ring.getAcquire(oldest);
    }
    ring.setRelease(oldest, null);
    positions[OLDEST] = (oldest + 1) % ROOM;
    return thing;
  }

  @SuppressWarnings("ThreadPriorityCheck") // there may be fewer processors than spinning threads
  private void lookAway(int looks) {
    if (looks < LOOKS) {
      for (int spins = 0; spins < SPINS; spins++) {
        Thread.onSpinWait();
      }
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
