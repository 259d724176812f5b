package io.penstock.memory;

import io.penstock.ffi.NativeAccess;
import java.util.Locale;

/// Options of a pool.
///
/// @param storage where its memory comes from
/// @param regionBytes what it gets from there at a time; a longer request gets a region of its own
/// @param limitBytes the most it may hold
/// @param cacheBytes the most that each thread keeps for its next requests, and again the most that
///   lies ready on the way between threads; pools without caches do not look at it
public record PoolOptions(Storage storage, long regionBytes, long limitBytes, long cacheBytes) {
  private static final long REGION = 8 << 20;
  private static final long CACHE = 8 << 20;
  private static final long SHORTEST_REGION = 4096;

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if a region is no power of two or shorter than 4096, the
  ///   limit is below 1, or the cache is negative
  public PoolOptions {
    if (regionBytes < SHORTEST_REGION || Long.bitCount(regionBytes) != 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a region of %d bytes must be a power of two from %d on",
              regionBytes,
              SHORTEST_REGION));
    }
    if (limitBytes < 1) {
      throw new IllegalArgumentException("a limit of " + limitBytes + " bytes is below 1");
    }
    if (cacheBytes < 0) {
      throw new IllegalArgumentException("a cache of " + cacheBytes + " bytes is below 0");
    }
  }

  /// Regions of 8 MiB, as in mpjbuf (Baker, Carpenter and Shafi, section 4.1), off the heap:
  /// [Storage#pages()] where Penstock may call C, [Storage#offHeap()] elsewhere. No limit; 8 MiB
  /// for each thread's cache.
  public static PoolOptions defaults() {
    Storage storage = NativeAccess.denied().isEmpty() ? Storage.pages() : Storage.offHeap();
    return new PoolOptions(storage, REGION, Long.MAX_VALUE, CACHE);
  }

  /// The same with memory from elsewhere.
  public PoolOptions withStorage(Storage other) {
    return new PoolOptions(other, regionBytes, limitBytes, cacheBytes);
  }

  /// The same with regions of another length.
  public PoolOptions withRegionBytes(long bytes) {
    return new PoolOptions(storage, bytes, limitBytes, cacheBytes);
  }

  /// The same with another limit. Where it is below a region's length, regions are as long as the
  /// limit allows.
  public PoolOptions withLimitBytes(long bytes) {
    return new PoolOptions(storage, regionBytes, bytes, cacheBytes);
  }

  /// The same with more or less in caches.
  public PoolOptions withCacheBytes(long bytes) {
    return new PoolOptions(storage, regionBytes, limitBytes, bytes);
  }

  /// The length of a region that fits under the limit.
  long fittingRegionBytes() {
    return Math.min(regionBytes, Math.max(FreeSpace.UNIT, Long.highestOneBit(limitBytes)));
  }
}
