package io.penstock.memory;

import java.util.Locale;

/// Statistics of a pool: the memory that it holds and the leases that it has given.
///
/// @param liveBlocks blocks that are out
/// @param liveBytes what was asked for in them
/// @param cachedBytes memory that is kept for the next requests, by threads or between them; pools
///   without caches have none
/// @param heldBytes memory that the pool has from the system
/// @param regions pieces in which it has it
/// @param takes blocks handed out since the pool was made
public record PoolStatistics(
    long liveBlocks, long liveBytes, long cachedBytes, long heldBytes, long regions, long takes) {
  static final PoolStatistics NOTHING = new PoolStatistics(0, 0, 0, 0, 0, 0);

  /// The statistics in a line, after a pool's name.
  String told(String pool) {
    return String.format(
        Locale.ROOT,
        "%s: %d live blocks of %d bytes, %d bytes cached, %d bytes held in %d regions",
        pool,
        liveBlocks,
        liveBytes,
        cachedBytes,
        heldBytes,
        regions);
  }

  PoolStatistics plus(PoolStatistics other) {
    return new PoolStatistics(
        liveBlocks + other.liveBlocks,
        liveBytes + other.liveBytes,
        cachedBytes + other.cachedBytes,
        heldBytes + other.heldBytes,
        regions + other.regions,
        takes + other.takes);
  }
}
