package io.penstock.memory;

/// No pool: each block is a region of its own, and goes when it is released.
final class PlainPool implements BufferPool {
  private final Regions regions;
  private final Tally tally = new Tally();

  PlainPool(PoolOptions options) {
    this.regions = new SharedLists(options);
  }

  @Override
  public Block take(long bytes) {
    Requests.check(bytes);
    Piece piece = piece(bytes);
    tally.take(bytes);
    return new OnceBlock(piece, bytes, this::give);
  }

  private Piece piece(long bytes) {
    try {
      return regions.alone(bytes);
    } catch (PoolExhaustedException e) {
      throw MemoryEvents.exhausted(e, statistics());
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
    return 0;
  }

  @Override
  public void close() {
    regions.close();
  }
}
