package io.penstock.memory;

/// Makes pools. Each belongs to its maker, who closes it.
///
/// [BufferPool#shared()] does for most programs; a pool of one's own has a limit, counts or a
/// storage of its own.
public final class BufferPools {
  private BufferPools() {}

  /// The pool for general use: a cache for each thread over regions, in which the first free place
  /// that fits is taken. What [#cached()] makes is what [BufferPool#shared()] is.
  ///
  /// What a thread keeps for its next requests serves others when the limit or the system's memory
  /// is reached, and [BufferPool#trim] gives it back, whether or not that thread goes on.
  public static BufferPool cached(PoolOptions options) {
    return new CachedPool(options);
  }

  /// The same with the default options.
  public static BufferPool cached() {
    return cached(PoolOptions.defaults());
  }

  /// A buddy system whose free lists all regions share: mpjbuf's first strategy (Baker, Carpenter
  /// and Shafi, section 3.1). Small, and under one lock. The cost of a request does not depend on
  /// the number of regions.
  public static BufferPool buddy1(PoolOptions options) {
    return RegionPool.ofBuddies("buddy1 pool", Regions.ofSharedLists(options));
  }

  /// A buddy system for each region: mpjbuf's second strategy (Baker, Carpenter and Shafi, section
  /// 3.1). It fills the first regions first, as a search of one after the other does, and finds the
  /// first that has room in as many steps as the binary logarithm of their number.
  public static BufferPool buddy2(PoolOptions options) {
    return RegionPool.ofBuddies(
        "buddy2 pool", new Regions(options, units -> new Buddy(Buddy.level(units))));
  }

  /// No pool: each block is a region of its own.
  public static BufferPool plain(PoolOptions options) {
    return RegionPool.plain(options);
  }

  /// The same pool, watched ([StrictPool]). Closing it closes the pool below.
  public static StrictPool strict(BufferPool pool) {
    return new StrictPool(pool);
  }
}
