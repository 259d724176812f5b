package io.penstock.memory;

/// The pool for general use: a cache for each thread, depots between them, and below that a buddy
/// system over regions.
///
/// In steady state taking and releasing allocate nothing and write nothing that another thread
/// reads. Virtual threads come and go too fast to keep anything: they share a few caches.
class CachedPool implements BufferPool {
  private final Stock stock;
  private final Caches caches;
  private final Tally large = new Tally();

  CachedPool(PoolOptions options) {
    this.stock = new Stock(this, options);
    this.caches = new Caches(stock, options.cacheBytes());
  }

  @Override
  public Block take(long bytes) {
    if (bytes > stock.largest() || bytes < 0) {
      return takeLarge(bytes);
    }
    Thread thread = Thread.currentThread();
    Cache cache = caches.at(thread);
    return caches.isCurrent(cache, thread) ? cache.take(bytes) : caches.take(thread, bytes);
  }

  private Block takeLarge(long bytes) {
    Requests.check(bytes);
    OnceBlock block = new OnceBlock(stock.alone(bytes), bytes, this::giveLarge);
    large.take(bytes);
    return block;
  }

  private void giveLarge(OnceBlock block) {
    stock.regions().give(block.piece());
    large.release(block.asked());
  }

  /// Takes a block back from a thread, whichever thread took it.
  void give(PooledBlock block) {
    Thread thread = Thread.currentThread();
    Cache cache = caches.at(thread);
    if (caches.isCurrent(cache, thread)) {
      cache.give(block);
    } else {
      caches.give(thread, block);
    }
  }

  /// Collects what dead threads kept.
  ///
  /// @return whether there was any
  boolean collectFromTheDead() {
    return caches.reap();
  }

  /// Collects what lies idle here before the pool grows: what this thread and dead ones keep, and
  /// what lies between threads.
  void collectIdle() {
    caches.reap();
    caches.flushOwn();
    stock.drain();
  }

  /// Collects whatever can be reached; threads that cannot be reached give what they keep when they
  /// next use the pool.
  void collect() {
    caches.recall();
    collectIdle();
  }

  @Override
  public PoolStatistics statistics() {
    Caches.Counts counts = caches.counts();
    return new PoolStatistics(
        counts.takes() - counts.releases() + large.liveBlocks(),
        counts.liveBytes() + large.liveBytes(),
        stock.regions().heldBytes(),
        stock.regions().count(),
        counts.takes() + large.takes());
  }

  @Override
  public long trim() {
    collect();
    return stock.regions().trim();
  }

  @Override
  public void close() {
    long live = statistics().liveBlocks();
    if (live > 0) {
      throw Regions.stillOut(live);
    }
    stock.regions().close();
    caches.recall();
  }
}
