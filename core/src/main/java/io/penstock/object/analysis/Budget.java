package io.penstock.object.analysis;

import io.penstock.object.ObjectException;

/// Bytes of memory that an analysis may take.
///
/// Not thread-safe.
final class Budget {
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
          "the analysis needs more than its limit of %d bytes of memory: give it more"
              .formatted(limit));
    }
    taken += bytes;
  }

  void giveBack(long bytes) {
    taken -= bytes;
  }
}
