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
    Piece piece = regions.alone(bytes);
    tally.take(bytes);
    return new OnceBlock(piece, bytes, this::give);
  }

  private void give(OnceBlock block) {
    regions.give(block.piece());
    tally.release(block.asked());
  }

  @Override
  public PoolStatistics statistics() {
    return new PoolStatistics(
        tally.liveBlocks(), tally.liveBytes(), regions.heldBytes(), regions.count(), tally.takes());
  }

  @Override
  public long trim() {
    return 0;
  }

  @Override
  public void close() {
    regions.closeUnused();
  }
}
