package io.penstock.memory;

import java.util.Optional;

/// A buddy system over regions and nothing else: every request goes to the regions, under one lock.
///
/// Pieces are powers of two long, as in the document (Baker, Carpenter and Shafi, section 3.1).
final class BuddyPool implements BufferPool {
  private final Regions regions;
  private final Tally tally = new Tally();

  BuddyPool(Regions regions) {
    this.regions = regions;
  }

  @Override
  public OnceBlock take(long bytes) {
    Requests.check(bytes);
    Piece piece = piece(bytes);
    tally.take(bytes);
    return new OnceBlock(piece, bytes, this::give);
  }

  private Piece piece(long bytes) {
    try {
      return bytes > regions.regionBytes() ? alone(bytes) : cut(bytes);
    } catch (PoolExhaustedException e) {
      throw MemoryEvents.exhausted(e, statistics());
    }
  }

  private Piece cut(long bytes) {
    long units = 1L << Buddy.level(Math.ceilDiv(bytes, SizeClasses.UNIT));
    Optional<Piece> found = regions.cut(units);
    return found.isPresent() ? found.get() : regions.grow(units, bytes);
  }

  /// What lies idle in regions may stand against the limit.
  private Piece alone(long bytes) {
    try {
      return regions.alone(bytes);
    } catch (PoolExhaustedException e) {
      if (regions.trim() == 0) {
        throw e;
      }
      return regions.alone(bytes);
    }
  }

  private void give(OnceBlock block) {
    try {
      regions.give(block.piece());
    } finally {
      tally.release(block.asked());
    }
  }

  @Override
  public PoolStatistics statistics() {
    return new PoolStatistics(
        tally.liveBlocks(),
        tally.liveBytes(),
        0,
        regions.heldBytes(),
        regions.count(),
        tally.takes());
  }

  @Override
  public long trim() {
    return regions.trim();
  }

  @Override
  public void close() {
    regions.close();
  }
}
