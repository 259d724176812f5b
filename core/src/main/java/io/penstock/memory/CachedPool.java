package io.penstock.memory;

import java.util.concurrent.atomic.AtomicLong;

/// The pool for general use: a cache for each thread, and below them the arena that threads share:
/// the depots, and regions in each of which the first free place that fits is taken ([FirstFit]).
///
/// In steady state taking and releasing allocate nothing, wait for nobody, and take no atomic
/// operation. What idle threads keep is taken from them when it is wanted ([ThreadCaches]). Virtual
/// threads come and go too fast to keep anything: they share a few caches. Blocks too long for a
/// cache are regions of their own.
final class CachedPool extends RegionPool {
  /// Larger blocks are not kept: filling them costs more than getting them.
  private static final long LARGEST = 8 << 20;

  private final long largest;
  private final ThreadCaches caches;

  /// The caches' own table, in which a thread's first look is without a detour.
  private final ThreadCache[] table;

  private final Depot[] depots;
  private final AtomicLong depotRoom;
  private final long depotBytes;
  private final long worthCollecting;
  private final AtomicLong cutSinceCollection = new AtomicLong();

  CachedPool(PoolOptions options) {
    super("cached pool", new Regions(options, FirstFit::new), -1);
    this.largest = Math.min(LARGEST, regions().regionBytes());
    this.worthCollecting = regions().regionBytes() / 8;
    this.depots = new Depot[PooledBlock.sizeClass(largest) + 1];
    this.depotBytes = options.cacheBytes();
    this.depotRoom = new AtomicLong(depotBytes);
    for (int i = 0; i < depots.length; i++) {
      depots[i] = new Depot(i, depotRoom);
    }
    this.caches = new ThreadCaches(this, options.cacheBytes());
    this.table = caches.table();
  }

  @Override
  public Block take(long bytes) {
    if (bytes > largest || bytes < 0) {
      return takeOnce(bytes);
    }
    Thread thread = Thread.currentThread();
    ThreadCache cache = first(thread);
    if (!cache.enter(thread.threadId())) {
      return caches.take(thread, bytes);
    }
    try {
      return cache.take(bytes);
    } finally {
      cache.leave();
    }
  }

  /// Takes a block back from a thread, whichever thread took it.
  void give(PooledBlock block) {
    Thread thread = Thread.currentThread();
    ThreadCache cache = first(thread);
    if (!cache.enter(thread.threadId())) {
      caches.give(thread, block);
      return;
    }
    try {
      cache.give(block);
    } finally {
      cache.leave();
    }
  }

  /// The first cache in a thread's place: its own, another's or nobody's.
  private ThreadCache first(Thread thread) {
    return table[ThreadCache.place(thread.threadId())];
  }

  /// How many size classes are kept.
  int classes() {
    return depots.length;
  }

  Depot depot(int sizeClass) {
    return depots[sizeClass];
  }

  /// A new block.
  ///
  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if there is no memory for it, even after everything that lies
  ///   idle was collected
  PooledBlock cut(int sizeClass, long asked) {
    long units = PooledBlock.units(sizeClass);
    Regions.Extent extent = regions().cut(units);
    if (extent == null) {
      collectOrNot();
      extent = extent(units, asked);
    }
    cutSinceCollection.addAndGet(PooledBlock.bytes(sizeClass));
    return new PooledBlock(this, sizeClass, extent);
  }

  /// Collecting each time before the pool grows would hold it at a size at which it collects all
  /// the time. So what is kept for use is collected only where the last collection has been worth
  /// something, and always what the dead kept.
  private void collectOrNot() {
    boolean dead = caches.reap();
    if (!dead && cutSinceCollection.get() >= worthCollecting) {
      cutSinceCollection.set(0);
      caches.collect(false);
    }
  }

  @Override
  boolean makeRoom(long units) {
    caches.collect(true);
    if (units == WHOLE) {
      regions().trim();
    }
    return true;
  }

  /// Ends blocks; their memory is free.
  void dissolve(PooledBlock[] blocks, int count) {
    for (int i = 0; i < count; i++) {
      dissolve(blocks[i]);
    }
  }

  void dissolve(PooledBlock block) {
    regions().give(block.dissolve());
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

  @Override
  public PoolStatistics statistics() {
    long depotKept = depotBytes - depotRoom.get();
    PoolStatistics ready = new PoolStatistics(0, 0, depotKept, 0, 0, 0);
    return super.statistics().plus(caches.counts()).plus(ready);
  }

  @Override
  public long trim() {
    caches.collect(true);
    return regions().trim();
  }

  @Override
  public void close() {
    if (caches.halt()) {
      try {
        closeUnused();
      } finally {
        caches.decide(regions().isClosed());
      }
    }
  }

  private void closeUnused() {
    long live = statistics().liveBlocks();
    if (live > 0) {
      throw Regions.stillOut(live);
    }
    caches.empty();
    regions().close();
  }
}
