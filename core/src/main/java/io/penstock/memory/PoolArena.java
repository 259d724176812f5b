package io.penstock.memory;

import java.util.concurrent.atomic.AtomicLong;

/// The part of a [CachedPool] that its threads share: the depots, and below them the regions. Safe
/// for any thread.
final class PoolArena {
  /// Larger blocks are not kept: filling them costs more than getting them.
  private static final long LARGEST = 8 << 20;

  private final CachedPool pool;
  private final Regions regions;
  private final Depot[] depots;
  private final AtomicLong depotRoom;
  private final long depotBytes;
  private final long largest;
  private final long worthCollecting;
  private final AtomicLong cutSinceCollection = new AtomicLong();

  PoolArena(CachedPool pool, PoolOptions options) {
    this.pool = pool;
    this.regions = new Regions.RegionTree(options, FirstFit::new);
    this.largest = Math.min(LARGEST, regions.regionBytes());
    this.worthCollecting = regions.regionBytes() / 8;
    this.depots = new Depot[SizeClasses.of(largest) + 1];
    this.depotBytes = options.cacheBytes();
    this.depotRoom = new AtomicLong(depotBytes);
    for (int i = 0; i < depots.length; i++) {
      depots[i] = new Depot(i, depotRoom);
    }
  }

  /// The longest block that is kept for the next request.
  long largest() {
    return largest;
  }

  int classes() {
    return depots.length;
  }

  Depot depot(int sizeClass) {
    return depots[sizeClass];
  }

  Regions regions() {
    return regions;
  }

  /// What lies ready between threads.
  long depotBytes() {
    return depotBytes - depotRoom.get();
  }

  /// A new block.
  ///
  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if there is no memory for it, even after everything that lies
  ///   idle was collected
  PooledBlock cut(int sizeClass, long asked) {
    long units = SizeClasses.units(sizeClass);
    Regions.Extent extent = regions.cut(units);
    if (extent == null) {
      collectOrNot();
      extent = grow(units, asked);
    }
    cutSinceCollection.addAndGet(SizeClasses.bytes(sizeClass));
    return new PooledBlock(pool, sizeClass, extent);
  }

  /// Collecting each time before the pool grows would hold it at a size at which it collects all
  /// the time. So what is kept for use is collected only where the last collection has been worth
  /// something, and always what the dead kept.
  private void collectOrNot() {
    boolean dead = pool.collectFromTheDead();
    if (!dead && cutSinceCollection.get() >= worthCollecting) {
      cutSinceCollection.set(0);
      pool.collectIdle();
    }
  }

  private Regions.Extent grow(long units, long asked) {
    try {
      return regions.grow(units, asked);
    } catch (PoolExhaustedException e) {
      pool.collect();
      return grownAtLast(units, asked);
    }
  }

  private Regions.Extent grownAtLast(long units, long asked) {
    try {
      return regions.grow(units, asked);
    } catch (PoolExhaustedException e) {
      throw MemoryEvents.exhausted(e, pool.statistics());
    }
  }

  /// A region for one request.
  ///
  /// @throws PoolExhaustedException if there can be none, even after everything that lies idle was
  ///   given back
  Regions.Extent alone(long bytes) {
    try {
      return regions.alone(bytes);
    } catch (PoolExhaustedException e) {
      pool.collect();
      regions.trim();
      return aloneAtLast(bytes);
    }
  }

  private Regions.Extent aloneAtLast(long bytes) {
    try {
      return regions.alone(bytes);
    } catch (PoolExhaustedException e) {
      throw MemoryEvents.exhausted(e, pool.statistics());
    }
  }

  /// Ends blocks; their memory is free.
  void dissolve(PooledBlock[] blocks, int count) {
    for (int i = 0; i < count; i++) {
      dissolve(blocks[i]);
    }
  }

  void dissolve(PooledBlock block) {
    regions.give(block.dissolve());
  }

  /// Empties the depots.
  void drain() {
    for (Depot depot : depots) {
      Depot.Magazine full = depot.takeFull();
      while (full != Depot.Magazine.NONE) {
        dissolve(full.slots, full.slots.length);
        depot.giveEmpty(full);
        full = depot.takeFull();
      }
    }
  }
}
