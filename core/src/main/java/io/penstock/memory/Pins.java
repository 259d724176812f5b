package io.penstock.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Counts who keeps something from ending, until it has ended.
///
/// One thread at a time pins or ends, a confined lease's owner or who has a shared one's lock; any
/// thread may take a pin away. So where there is none, none can come while that thread ends it,
/// which is why that costs no atomic operation. What nobody pins, any thread may [#claim].
///
/// A superclass, because a lease is not to cost another object, and what goes from one processor to
/// another is to be one.
class Pins {
  private static final int ENDED = -1;
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(Pins.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// How many pins there are, or [#ENDED].
  private volatile int count;

  Pins() {}

  /// @throws IllegalStateException if it has ended
  final void addPin() {
    int before;
    do {
      before = count;
      requireOpen(before);
    } while (!COUNT.compareAndSet(this, before, Math.incrementExact(before)));
  }

  /// @throws IllegalStateException if there is none
  final void removePin() {
    int before;
    do {
      before = count;
      if (before <= 0) {
        throw new IllegalStateException("the lease is not pinned");
      }
    } while (!COUNT.compareAndSet(this, before, before - 1));
  }

  /// Lets nobody pin any more.
  ///
  /// @throws IllegalStateException if it has ended before, or is pinned
  final void end() {
    int now = count;
    if (now != 0) {
      requireOpen(now);
      throw new IllegalStateException(
          "the lease is pinned " + now + " times: its memory is in use");
    }
    COUNT.setRelease(this, ENDED);
  }

  /// Ends what is never pinned, whichever thread comes first.
  ///
  /// @param late the message for a second claim
  /// @throws IllegalStateException if it was claimed before
  final void claim(String late) {
    if (!COUNT.compareAndSet(this, 0, ENDED)) {
      throw new IllegalStateException(late);
    }
  }

  /// Takes [#end] back.
  final void resume() {
    COUNT.setRelease(this, 0);
  }

  final boolean hasEnded() {
    return count == ENDED;
  }

  /// @throws IllegalStateException if it has ended
  final void requireOpen() {
    requireOpen(count);
  }

  private static void requireOpen(int count) {
    if (count == ENDED) {
      throw new IllegalStateException("the lease was closed or detached");
    }
  }
}
