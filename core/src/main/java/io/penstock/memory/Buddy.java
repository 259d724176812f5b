package io.penstock.memory;

/// Free memory in regions, halved and joined by the buddy system (Knuth, *The Art of Computer
/// Programming*, volume 1, section 2.5).
///
/// Memory is counted in units. An extent of level n is 2^n units long and begins at a multiple of
/// its length; region r begins at r times a region's length. What is free is kept in one set for
/// each level, outside the memory itself, so that extents lie as aligned as they are long and a
/// write past an extent cannot corrupt them. The extents found first are those with the lowest
/// places: regions that were added last are the first to become free.
///
/// Not safe for several threads.
final class Buddy implements FreeSpace {
  private final int top;
  private final BitTree[] free;
  private long regions;

  /// No regions yet.
  ///
  /// @param top the level of a whole region
  Buddy(int top) {
    this.top = top;
    this.free = new BitTree[top + 1];
    for (int level = 0; level <= top; level++) {
      free[level] = new BitTree(0);
    }
  }

  @Override
  public void add(long region) {
    if (region >= regions) {
      regions = region + 1;
      for (int level = 0; level <= top; level++) {
        free[level].grow(regions << (top - level));
      }
    }
    free[top].add(region);
  }

  @Override
  public void remove(long region) {
    free[top].remove(region);
  }

  @Override
  public boolean isFree(long region) {
    return free[top].contains(region);
  }

  /// Takes an extent.
  ///
  /// @return where it begins, or [#NONE]
  long take(int level) {
    int found = level;
    while (found <= top && free[found].isEmpty()) {
      found++;
    }
    if (found > top) {
      return NONE;
    }
    long extent = free[found].first();
    free[found].remove(extent);
    while (found > level) {
      found--;
      extent <<= 1;
      free[found].add(extent + 1);
    }
    return extent << level;
  }

  /// Gives an extent back, and joins it with its other half as long as that is free too.
  ///
  /// @param unit where it begins
  /// @throws IllegalStateException if it is free already, whole or as a part of something longer
  void give(int level, long unit) {
    requireTaken(level, unit);
    int joined = level;
    long extent = unit >>> level;
    while (joined < top && free[joined].contains(extent ^ 1)) {
      free[joined].remove(extent ^ 1);
      extent >>>= 1;
      joined++;
    }
    free[joined].add(extent);
  }

  private void requireTaken(int level, long unit) {
    for (int at = level; at <= top; at++) {
      if (free[at].contains(unit >>> at)) {
        throw new IllegalStateException("the memory at unit " + unit + " was given back before");
      }
    }
  }

  /// Takes an extent whose length need not be a power of two; what is left of the power of two
  /// above it stays free.
  @Override
  public long takeUnits(long units) {
    int level = level(units);
    long unit = take(level);
    if (unit != NONE) {
      for (long at = units; at < 1L << level; at += Long.lowestOneBit(at)) {
        give(Long.numberOfTrailingZeros(at), unit + at);
      }
    }
    return unit;
  }

  @Override
  public long room() {
    int level = top;
    while (level >= 0 && free[level].isEmpty()) {
      level--;
    }
    return level < 0 ? 0 : 1L << level;
  }

  @Override
  public void giveUnits(long unit, long units) {
    long at = unit;
    for (long rest = units; rest > 0; ) {
      long part = Long.highestOneBit(rest);
      give(Long.numberOfTrailingZeros(part), at);
      at += part;
      rest -= part;
    }
  }

  /// The level of the shortest extent with room for so many units.
  static int level(long units) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(units, 1) - 1);
  }
}
