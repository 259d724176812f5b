package io.penstock.memory;

/// A region and the ledger that knows what is free in it.
///
/// @param number the region's number among those of the pool
/// @param place the region's number in the ledger
record Plot(Storage.Region region, Ledger ledger, long number, long place) {
  /// The number of a region that was allocated for one request.
  private static final long ALONE = -1;

  private static final Ledger NOTHING = new Buddy(0);

  static Plot alone(Storage.Region region) {
    return new Plot(region, NOTHING, ALONE, ALONE);
  }

  boolean isAlone() {
    return number == ALONE;
  }

  /// Whether nothing of it is taken.
  boolean isFree() {
    return ledger.isFree(place);
  }
}
