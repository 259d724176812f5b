package io.penstock.memory;

import java.util.Optional;

/// A pool without caches: every request goes to the regions.
abstract sealed class RegionPool implements BufferPool {
  private final Regions regions;
  private final PoolCounters counters = new PoolCounters();

  private RegionPool(Regions regions) {
    this.regions = regions;
  }

  /// @throws PoolExhaustedException if there is no memory for it
  abstract Regions.Extent extent(long bytes);

  @Override
  public OnceBlock take(long bytes) {
    SizeClasses.check(bytes);
    Regions.Extent extent;
    try {
      extent = extent(bytes);
    } catch (PoolExhaustedException e) {
      throw MemoryEvents.exhausted(e, statistics());
    }
    counters.take(bytes);
    return new OnceBlock(extent, bytes, this::give);
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
    return regions.trim();
  }

  @Override
  public void close() {
    regions.close();
  }

  /// No pool: each block is a region of its own, and goes when it is released.
  static final class Plain extends RegionPool {
    Plain(PoolOptions options) {
      super(new Regions.SharedFreeLists(options));
    }

    @Override
    Regions.Extent extent(long bytes) {
      return super.regions.alone(bytes);
    }

    @Override
    public long trim() {
      return 0;
    }
  }

  /// A buddy system under one lock. Extents are powers of two long, as in mpjbuf (Baker, Carpenter
  /// and Shafi, *An Approach to Buffer Management in Java HPC Messaging*, section 3.1).
  static final class OfBuddies extends RegionPool {
    OfBuddies(Regions regions) {
      super(regions);
    }

    @Override
    Regions.Extent extent(long bytes) {
      return bytes > super.regions.regionBytes() ? alone(bytes) : cut(bytes);
    }

    private Regions.Extent cut(long bytes) {
      long units = 1L << Buddy.level(Math.ceilDiv(bytes, SizeClasses.UNIT));
      Optional<Regions.Extent> found = super.regions.cut(units);
      return found.isPresent() ? found.get() : super.regions.grow(units, bytes);
    }

    /// Idle regions may stand against the limit.
    private Regions.Extent alone(long bytes) {
      try {
        return super.regions.alone(bytes);
      } catch (PoolExhaustedException e) {
        if (super.regions.trim() == 0) {
          throw e;
        }
        return super.regions.alone(bytes);
      }
    }
  }
}
