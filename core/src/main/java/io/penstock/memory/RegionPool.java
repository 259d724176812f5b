package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/// A pool that gets the memory of each block from its regions, under one lock. A subclass may keep
/// blocks for later requests ([CachedPool]).
///
/// Extents of the buddy systems are powers of two long, as in mpjbuf (Baker, Carpenter and Shafi,
/// *An Approach to Buffer Management in Java HPC Messaging*, section 3.1).
class RegionPool implements BufferPool {
  /// The units of an extent that is a region of its own.
  static final long WHOLE = 0;

  private final String name;
  private final Regions regions;
  private final long longestCut;
  private final LongAdder takes = new LongAdder();
  private final LongAdder releases = new LongAdder();
  private final LongAdder liveBytes = new LongAdder();

  /// @param name for users
  /// @param longestCut the longest block that is cut from a region with others; a longer one is a
  ///   region of its own
  RegionPool(String name, Regions regions, long longestCut) {
    this.name = name;
    this.regions = regions;
    this.longestCut = longestCut;
  }

  /// A pool that cuts blocks of up to a region's length from regions with buddy systems.
  static RegionPool ofBuddies(String name, Regions regions) {
    return new RegionPool(name, regions, regions.regionBytes());
  }

  /// A pool in which each block is a region of its own and goes when it is released.
  static RegionPool plain(PoolOptions options) {
    return new RegionPool("plain pool", Regions.ofSharedLists(options), -1);
  }

  final Regions regions() {
    return regions;
  }

  @Override
  public Block take(long bytes) {
    return takeOnce(bytes);
  }

  /// Takes a block that is made for this user.
  final OnceBlock takeOnce(long bytes) {
    if (bytes < 0) {
      throw Regions.negative(bytes);
    }
    long units =
        bytes > longestCut ? WHOLE : 1L << Buddy.level(Math.ceilDiv(bytes, FreeSpace.UNIT));
    OnceBlock block = new OnceBlock(this, extent(units, bytes), bytes);
    takes.increment();
    liveBytes.add(bytes);
    return block;
  }

  /// Memory for a block, even if what lies idle has to be given back for it: that counts against
  /// the limit.
  ///
  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if there is none all the same
  final Regions.Extent extent(long units, long asked) {
    try {
      return find(units, asked);
    } catch (PoolExhaustedException e) {
      if (!makeRoom(units)) {
        throw exhausted(e);
      }
    }
    try {
      return find(units, asked);
    } catch (PoolExhaustedException e) {
      throw exhausted(e);
    }
  }

  private Regions.Extent find(long units, long asked) {
    return units == WHOLE ? regions.alone(asked) : regions.grow(units, asked);
  }

  /// Gives back what lies idle, after a shortage.
  ///
  /// @param units what is wanted; only a region of its own needs others to go
  /// @return whether there may be room now
  boolean makeRoom(long units) {
    return units == WHOLE && trim() > 0;
  }

  /// Completes a shortage by what the pool's memory is used for.
  private PoolExhaustedException exhausted(PoolExhaustedException shortage) {
    PoolStatistics now = statistics();
    String message =
        String.format(
            Locale.ROOT,
            "%s: %d are in use in %d blocks, %d are kept for the next requests; give memory back or raise the limit",
            shortage.getMessage(),
            now.liveBytes(),
            now.liveBlocks(),
            now.cachedBytes());
    Recorder.exhausted(message);
    PoolExhaustedException told = new PoolExhaustedException(message);
    told.initCause(shortage.getCause());
    return told;
  }

  /// Takes a block back.
  void give(OnceBlock block) {
    try {
      regions.give(block.extent);
    } finally {
      releases.increment();
      liveBytes.add(-block.asked);
    }
  }

  @Override
  public PoolStatistics statistics() {
    long taken = takes.sum();
    return new PoolStatistics(
        taken - releases.sum(), liveBytes.sum(), 0, regions.heldBytes(), regions.count(), taken);
  }

  /// What this is and holds, in one line.
  @Override
  public final String toString() {
    return statistics().told(regions.isClosed() ? name + ", closed" : name);
  }

  @Override
  public long trim() {
    return regions.trim();
  }

  @Override
  public void close() {
    regions.close();
  }

  /// A block that is made for one user: a second release is always noticed, by whomever and
  /// whenever.
  static final class OnceBlock extends Pins implements Block {
    private final RegionPool pool;
    private final Regions.Extent extent;
    private final long asked;
    private final ByteBuffer buffer;

    OnceBlock(RegionPool pool, Regions.Extent extent, long asked) {
      this.pool = pool;
      this.extent = extent;
      this.asked = asked;
      this.buffer = Confinement.buffer(extent.memory());
    }

    @Override
    public MemorySegment memory() {
      return extent.memory();
    }

    @Override
    public ByteBuffer buffer() {
      return buffer;
    }

    /// The region in which the memory lies.
    Storage.Region region() {
      return extent.chunk().region();
    }

    @Override
    public void release() {
      claim("the block was released before");
      pool.give(this);
    }
  }
}
