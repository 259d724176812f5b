package io.penstock.memory;

/// A region and the buddy that knows what is free in it.
///
/// @param number the region's number in the buddy
record Plot(Storage.Region region, Buddy buddy, long number) {
  /// The number of a region that was allocated for one request.
  private static final long ALONE = -1;

  static Plot alone(Storage.Region region) {
    return new Plot(region, new Buddy(0), ALONE);
  }

  boolean isAlone() {
    return number == ALONE;
  }

  /// Whether nothing of it is taken.
  boolean isFree() {
    return buddy.isFree(number);
  }
}
