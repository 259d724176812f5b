package io.penstock.object.analysis;

import io.penstock.object.ObjectException;

/// A limit on the memory that an analysis may take.
///
/// Not thread-safe.
final class Budget {
  /// The longest array that every JVM makes.
  private static final int MOST = Integer.MAX_VALUE - 8;

  private final long limit;
  private long taken;

  Budget(long limit) {
    this.limit = limit;
  }

  /// A quarter of the heap.
  static long usual() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  void take(long bytes) throws ObjectException {
    if (bytes > limit - taken) {
      throw new ObjectException(
          "the analysis needs more than its limit of " + limit + " bytes of memory: give it more");
    }
    taken += bytes;
  }

  /// How long a full array gets, for whose elements that are new room is taken.
  ///
  /// @throws ObjectException if it cannot get longer, or may not
  int grown(int length, int elementBytes) throws ObjectException {
    int longer = (int) Math.min(MOST, 16L + length + (length >> 1));
    if (longer == length) {
      throw new ObjectException("more than " + MOST + " objects or references");
    }
    take((long) elementBytes * longer); // both are there while one is copied to the other
    giveBack((long) elementBytes * length);
    return longer;
  }

  void giveBack(long bytes) {
    taken -= bytes;
  }
}
