package io.penstock.file;

import java.util.concurrent.atomic.AtomicLongArray;

/// Which regions of a file were found in the page cache a moment ago.
///
/// Asking the kernel costs about as much as a small read, so an answer is taken as good for a
/// while. The kernel drops pages that were just used only when memory is short; then a read may
/// wait for the device once. Safe for any thread.
final class Residency {
  /// Asks whether a range is cached now.
  interface Probe {
    boolean cached(long offset, long length);
  }

  private static final long REGION = 2 << 20;
  private static final long GOOD_FOR_NANOS = 50_000_000;

  private final Probe probe;
  private final long size;
  private final AtomicLongArray foundAtNanos;
  private final long epoch = System.nanoTime();

  Residency(long size, Probe probe) {
    this.probe = probe;
    this.size = size;
    this.foundAtNanos = new AtomicLongArray(Math.toIntExact(Math.ceilDiv(size, REGION)));
  }

  /// Whether all of a range inside the file was cached when last asked.
  boolean has(long offset, long length) {
    long end = Math.min(offset + length, size);
    for (long region = offset / REGION; region * REGION < end; region++) {
      if (!regionIsCached((int) region)) {
        return false;
      }
    }
    return offset + length <= size;
  }

  private boolean regionIsCached(int region) {
    long now = System.nanoTime() - epoch + 1;
    long found = foundAtNanos.getOpaque(region);
    if (found > 0 && now - found < GOOD_FOR_NANOS) {
      return true;
    }
    long start = region * REGION;
    boolean cached = probe.cached(start, Math.min(REGION, size - start));
    foundAtNanos.setOpaque(region, cached ? now : 0);
    return cached;
  }
}
