package io.penstock.memory;

/// The pool for general use: a cache for each thread, depots between them, and below that regions,
/// in each of which the first free place that fits is taken ([FirstFit]).
///
/// In steady state taking and releasing allocate nothing, wait for nobody, and take no atomic
/// operation. What idle threads keep is taken from them when it is wanted ([ThreadCaches]). Virtual
/// threads come and go too fast to keep anything: they share a few caches.
final class CachedPool implements BufferPool {
  private final PoolArena arena;
  private final ThreadCaches caches;
  private final PoolCounters large = new PoolCounters();

  CachedPool(PoolOptions options) {
    this.arena = new PoolArena(this, options);
    this.caches = new ThreadCaches(arena, options.cacheBytes());
  }

  @Override
  public Block take(long bytes) {
    if (bytes > arena.largest() || bytes < 0) {
      return takeLarge(bytes);
    }
    Thread thread = Thread.currentThread();
    ThreadCache cache = caches.at(thread);
    if (!cache.enter(thread.threadId())) {
      return caches.take(thread, bytes);
    }
    try {
      return cache.take(bytes);
    } finally {
      cache.leave();
    }
  }

  private Block takeLarge(long bytes) {
    SizeClasses.check(bytes);
    OnceBlock block = new OnceBlock(arena.alone(bytes), bytes, this::giveLarge);
    large.take(bytes);
    return block;
  }

  private void giveLarge(OnceBlock block) {
    try {
      arena.regions().give(block.extent());
    } finally {
      large.release(block.asked());
    }
  }

  /// Takes a block back from a thread, whichever thread took it.
  void give(PooledBlock block) {
    Thread thread = Thread.currentThread();
    ThreadCache cache = caches.at(thread);
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

  /// Collects what dead threads kept.
  ///
  /// @return whether there was any
  boolean collectFromTheDead() {
    return caches.reap();
  }

  /// Collects what lies idle before the pool grows: what lies between threads, and what this thread
  /// keeps and those that have not used the pool since it was collected last.
  void collectIdle() {
    caches.collect(false);
  }

  /// Collects what lies between threads and what any of them keeps.
  void collect() {
    caches.collect(true);
  }

  @Override
  public PoolStatistics statistics() {
    PoolStatistics counts = caches.counts();
    return new PoolStatistics(
        counts.liveBlocks() + large.liveBlocks(),
        counts.liveBytes() + large.liveBytes(),
        counts.cachedBytes() + arena.depotBytes(),
        arena.regions().heldBytes(),
        arena.regions().count(),
        counts.takes() + large.takes());
  }

  @Override
  public long trim() {
    collect();
    return arena.regions().trim();
  }

  @Override
  public void close() {
    if (caches.halt()) {
      try {
        closeUnused();
      } finally {
        caches.decide(arena.regions().isClosed());
      }
    }
  }

  private void closeUnused() {
    long live = statistics().liveBlocks();
    if (live > 0) {
      throw Regions.stillOut(live);
    }
    caches.empty();
    arena.regions().close();
  }
}
