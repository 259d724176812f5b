package io.penstock.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;

/// A lock-free stack of magazines that allocates nothing (R. K. Treiber, *Systems Programming:
/// Coping with Parallelism*, 1986).
///
/// The upper half of the head counts pushes, so that a head that was popped and pushed again while
/// a thread looked at what lies below it is not taken for the same. Safe for any thread.
class MagazineStack {
  private static final long STAMP = 1L << 32;

  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(MagazineStack.class, "head", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final IntFunction<Magazine> numbered;
  private volatile long head;

  /// @param numbered finds a magazine by its number
  MagazineStack(IntFunction<Magazine> numbered) {
    this.numbered = numbered;
  }

  void push(Magazine magazine) {
    long seen;
    do {
      seen = head;
      magazine.below = (int) seen;
    } while (!HEAD.compareAndSet(this, seen, pushed(seen, magazine.number)));
  }

  /// What the head becomes when a magazine is pushed.
  long pushed(long seen, int number) {
    return ((seen & -STAMP) + STAMP) | number;
  }

  /// The magazine that was pushed last, or [Magazine#NONE].
  Magazine pop() {
    while (true) {
      long seen = head;
      if ((int) seen == 0) {
        return Magazine.NONE;
      }
      Magazine magazine = numbered.apply((int) seen);
      if (HEAD.compareAndSet(this, seen, (seen & -STAMP) | magazine.below)) {
        return magazine;
      }
    }
  }
}
