package io.penstock.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/// Full and empty magazines of one size class on their way between threads.
///
/// Safe for any thread; in steady state nothing waits and nothing is allocated.
final class Depot {
  /// Blocks of up to this much in all go from thread to thread at a time.
  private static final long BATCH_BYTES = 64 << 10;

  private static final int MOST_BLOCKS = 32;

  /// Two blocks at a time halve the traffic; two large ones would only lie idle.
  private static final long LARGE = 128 << 10;

  private final int capacity;
  private final long batchBytes;
  private final AtomicLong room;
  private final MagazineStack full = new MagazineStack(this::numbered);
  private final MagazineStack empty = new MagazineStack(this::numbered);
  private volatile Magazine[] magazines = {Magazine.NONE};

  /// @param room how many bytes all depots of a pool may still take
  Depot(int sizeClass, AtomicLong room) {
    long bytes = PooledBlock.bytes(sizeClass);
    long fewest = bytes <= LARGE ? 2 : 1;
    this.capacity = (int) Math.clamp(BATCH_BYTES / bytes, fewest, MOST_BLOCKS);
    this.batchBytes = capacity * bytes;
    this.room = room;
  }

  /// How many blocks a magazine holds.
  int capacity() {
    return capacity;
  }

  /// A magazine full of blocks, or [Magazine#NONE].
  Magazine takeFull() {
    Magazine magazine = full.pop();
    if (magazine != Magazine.NONE) {
      room.addAndGet(batchBytes);
    }
    return magazine;
  }

  /// Puts a full magazine in.
  ///
  /// @return whether there was room
  boolean giveFull(Magazine magazine) {
    if (room.addAndGet(-batchBytes) < 0) {
      room.addAndGet(batchBytes);
      return false;
    }
    full.push(magazine);
    return true;
  }

  Magazine takeEmpty() {
    Magazine magazine = empty.pop();
    return magazine == Magazine.NONE ? make() : magazine;
  }

  void giveEmpty(Magazine magazine) {
    if (magazine != Magazine.NONE) {
      empty.push(magazine);
    }
  }

  private synchronized Magazine make() {
    int number = magazines.length;
    Magazine magazine = new Magazine(number, capacity);
    Magazine[] more = Arrays.copyOf(magazines, number + 1);
    more[number] = magazine;
    magazines = more;
    return magazine;
  }

  private Magazine numbered(int number) {
    return magazines[number];
  }

  /// Room for as many blocks of one size class as go from thread to thread at a time.
  ///
  /// In a [Depot] it is full or empty. Places above what is filled may still show blocks that were
  /// there: writing references costs more than comparing them.
  static final class Magazine {
    /// What stands for no magazine.
    static final Magazine NONE = new Magazine(0, 0);

    final PooledBlock[] slots;

    /// Its name in a [MagazineStack]; above 0, but for [#NONE].
    final int number;

    /// The number of the magazine below it in a stack.
    volatile int below;

    Magazine(int number, int capacity) {
      this.number = number;
      this.slots = new PooledBlock[capacity];
    }
  }

  /// A lock-free stack of magazines that allocates nothing (R. K. Treiber, *Systems Programming:
  /// Coping with Parallelism*, 1986).
  ///
  /// The upper half of the head counts pushes, so that a head that was popped and pushed again
  /// while a thread looked at what lies below it is not taken for the same. Safe for any thread.
  static class MagazineStack {
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
}
