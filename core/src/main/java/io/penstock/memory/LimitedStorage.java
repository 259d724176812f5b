package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// A storage under a limit. Safe for any thread.
final class LimitedStorage {
  private final Storage storage;
  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong regions = new AtomicLong();

  LimitedStorage(PoolOptions options) {
    this.storage = options.storage();
    this.limit = options.limitBytes();
  }

  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if the limit or the system does not allow it; who cannot help
  ///   it passes it on by way of [MemoryEvents#exhausted]
  Storage.Region allocate(long bytes, long asked) {
    reserve(bytes, asked);
    try {
      Storage.Region region = checked(storage.allocate(bytes), bytes);
      regions.incrementAndGet();
      MemoryEvents.allocated(bytes);
      return region;
    } catch (OutOfMemoryError e) {
      held.addAndGet(-bytes);
      throw new PoolExhaustedException(
          String.format(
              Locale.ROOT,
              "asked for %d bytes, the pool holds %d, and the system has no %d more (%s)",
              asked,
              held.get(),
              bytes,
              e.getMessage()),
          e);
    } catch (RuntimeException | Error e) {
      held.addAndGet(-bytes);
      throw e;
    }
  }

  private void reserve(long bytes, long asked) {
    long before = held.get();
    while (bytes > limit - before || !held.compareAndSet(before, before + bytes)) {
      before = held.get();
      if (bytes > limit - before) {
        throw new PoolExhaustedException(
            String.format(
                Locale.ROOT,
                "asked for %d bytes, the pool holds %d of a limit of %d",
                asked,
                before,
                limit));
      }
    }
  }

  private static Storage.Region checked(Storage.Region region, long bytes) {
    MemorySegment memory = region.memory();
    if (memory.byteSize() < bytes || memory.address() % StorageRegions.ALIGNMENT != 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "the storage was asked for %d bytes at a multiple of %d and gave %d at %d",
              bytes,
              StorageRegions.ALIGNMENT,
              memory.byteSize(),
              memory.address()));
    }
    return region;
  }

  /// Takes a region back.
  ///
  /// @param bytes what was asked for
  void free(Storage.Region region, long bytes) {
    try {
      region.free();
    } finally {
      regions.decrementAndGet();
      held.addAndGet(-bytes);
      MemoryEvents.freed(bytes);
    }
  }

  long heldBytes() {
    return held.get();
  }

  long regions() {
    return regions.get();
  }
}
