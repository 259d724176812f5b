package io.penstock.memory;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// A bounded, lock-free store of things that are costly to make and can be used again.
///
/// Safe for any thread; neither method waits or, once the stash is warm, allocates. A thread looks
/// first where it last put something, so that it tends to get back what is still in its CPU's
/// cache.
public final class Stash<T> {
  /// Slots lie this many references apart, so that two threads do not share a cache line.
  private static final int SPREAD = 16;

  private final AtomicReferenceArray<T> slots;
  private final int capacity;
  private final Supplier<T> maker;

  /// A stash that keeps at most `capacity` things.
  ///
  /// @param capacity a power of two
  public Stash(int capacity, Supplier<T> maker) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("capacity " + capacity + " is not a power of two");
    }
    this.slots = new AtomicReferenceArray<>(capacity * SPREAD);
    this.capacity = capacity;
    this.maker = maker;
  }

  /// A thing that nobody else has, made if none is at hand.
  public T take() {
    int home = home();
    for (int i = 0; i < capacity; i++) {
      int slot = slot(home + i);
      if (slots.getPlain(slot) != null) {
        T thing = slots.getAndSet(slot, null);
        if (thing != null) {
          return thing;
        }
      }
    }
    return maker.get();
  }

  /// Gives a thing back; it is dropped when the stash is full. The caller must not use it any more.
  public void give(T thing) {
    int home = home();
    for (int i = 0; i < capacity; i++) {
      int slot = slot(home + i);
      if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, thing)) {
        return;
      }
    }
  }

  private static int home() {
    return (int) Thread.currentThread().threadId();
  }

  private int slot(int number) {
    return (number & (capacity - 1)) * SPREAD;
  }
}
