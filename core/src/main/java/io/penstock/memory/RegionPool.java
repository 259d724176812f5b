package io.penstock.memory;

/// A pool without caches: every request goes to the regions, under one lock.
///
/// Extents of the buddy systems are powers of two long, as in mpjbuf (Baker, Carpenter and Shafi,
/// *An Approach to Buffer Management in Java HPC Messaging*, section 3.1).
final class RegionPool implements BufferPool {
  private final Regions regions;
  private final long longestExtent;
  private final PoolCounters counters = new PoolCounters();

  private RegionPool(Regions regions, long longestExtent) {
    this.regions = regions;
    this.longestExtent = longestExtent;
  }

  /// A pool that cuts blocks of up to a region's length from regions with buddy systems.
  static RegionPool ofBuddies(Regions regions) {
    return new RegionPool(regions, regions.regionBytes());
  }

  /// A pool in which each block is a region of its own and goes when it is released.
  static RegionPool plain(PoolOptions options) {
    return new RegionPool(new Regions.SharedFreeLists(options), -1);
  }

  @Override
  public OnceBlock take(long bytes) {
    SizeClasses.check(bytes);
    Regions.Extent extent;
    try {
      extent = bytes > longestExtent ? alone(bytes) : cut(bytes);
    } catch (PoolExhaustedException e) {
      throw MemoryEvents.exhausted(e, statistics());
    }
    counters.take(bytes);
    return new OnceBlock(extent, bytes, this::give);
  }

  private Regions.Extent cut(long bytes) {
    long units = 1L << Buddy.level(Math.ceilDiv(bytes, SizeClasses.UNIT));
    Regions.Extent found = regions.cut(units);
    return found == null ? regions.grow(units, bytes) : found;
  }

  /// Idle regions count against the limit.
  private Regions.Extent alone(long bytes) {
    try {
      return regions.alone(bytes);
    } catch (PoolExhaustedException e) {
      if (trim() == 0) {
        throw e;
      }
      return regions.alone(bytes);
    }
  }

  private void give(OnceBlock block) {
    try {
      regions.give(block.extent());
    } finally {
      counters.release(block.asked());
    }
  }

  @Override
  public PoolStatistics statistics() {
    return new PoolStatistics(
        counters.liveBlocks(),
        counters.liveBytes(),
        0,
        regions.heldBytes(),
        regions.count(),
        counters.takes());
  }

  @Override
  public long trim() {
    return longestExtent < 0 ? 0 : regions.trim();
  }

  @Override
  public void close() {
    regions.close();
  }
}
