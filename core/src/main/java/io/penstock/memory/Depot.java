package io.penstock.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

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
    long bytes = SizeClasses.bytes(sizeClass);
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
}
