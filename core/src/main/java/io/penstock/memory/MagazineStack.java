package io.penstock.memory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/// A lock-free stack of magazines that allocates nothing (R. K. Treiber, *Systems Programming:
/// Coping with Parallelism*, 1986).
///
/// The upper half of the head counts pushes, so that a head that was popped and pushed again while
/// a thread looked at what lies below it is not taken for the same. Safe for any thread.
final class MagazineStack {
  private static final long STAMP = 1L << 32;

  private final AtomicLong head = new AtomicLong();
  private final IntFunction<Magazine> numbered;

  /// @param numbered finds a magazine by its number
  MagazineStack(IntFunction<Magazine> numbered) {
    this.numbered = numbered;
  }

  void push(Magazine magazine) {
    long seen;
    do {
      seen = head.get();
      magazine.below = (int) seen;
    } while (!head.compareAndSet(seen, ((seen & -STAMP) + STAMP) | magazine.number));
  }

  /// The magazine that was pushed last, or [Magazine#NONE].
  Magazine pop() {
    while (true) {
      long seen = head.get();
      if ((int) seen == 0) {
        return Magazine.NONE;
      }
      Magazine magazine = numbered.apply((int) seen);
      if (head.compareAndSet(seen, (seen & -STAMP) | magazine.below)) {
        return magazine;
      }
    }
  }
}
