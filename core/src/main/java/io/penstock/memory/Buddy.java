package io.penstock.memory;

import java.util.Arrays;

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
      free[level] = new BitTree();
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

  /// A set of numbers from 0 up to a bound that can be raised. Finds its smallest member in as many
  /// steps as the bound has digits to the base 64.
  ///
  /// Each bit of a tier says whether a word of the tier below is not 0. Not safe for several
  /// threads.
  private static final class BitTree {
    /// At first an empty set of numbers below 64.
    private long[][] tiers = {new long[1]};

    private static int words(long bits) {
      return Math.max(1, Math.toIntExact(Math.ceilDiv(bits, Long.SIZE)));
    }

    /// Raises the bound; a lower one changes nothing.
    void grow(long bound) {
      int words = words(bound);
      if (words > tiers[0].length) {
        tiers[0] = Arrays.copyOf(tiers[0], Math.max(words, 2 * tiers[0].length));
        build();
      }
    }

    private void build() {
      int count = 1;
      for (int words = tiers[0].length; words > 1; words = words(words)) {
        count++;
      }
      tiers = Arrays.copyOf(tiers, count);
      for (int i = 1; i < count; i++) {
        tiers[i] = summary(tiers[i - 1]);
      }
    }

    private static long[] summary(long[] below) {
      long[] above = new long[words(below.length)];
      for (int i = 0; i < below.length; i++) {
        if (below[i] != 0) {
          above[i >> 6] |= 1L << i;
        }
      }
      return above;
    }

    /// Whether a number below the bound is in.
    boolean contains(long number) {
      return (tiers[0][(int) (number >>> 6)] & (1L << number)) != 0;
    }

    /// Puts in a number below the bound.
    void add(long number) {
      long at = number;
      for (long[] tier : tiers) {
        tier[(int) (at >>> 6)] |= 1L << at;
        at >>>= 6;
      }
    }

    /// Takes out a number below the bound.
    void remove(long number) {
      long at = number;
      for (long[] tier : tiers) {
        int word = (int) (at >>> 6);
        tier[word] &= ~(1L << at);
        if (tier[word] != 0) {
          return;
        }
        at = word;
      }
    }

    boolean isEmpty() {
      return tiers[tiers.length - 1][0] == 0;
    }

    /// The smallest member of a set that is not empty.
    long first() {
      long at = 0;
      for (int i = tiers.length - 1; i >= 0; i--) {
        at = (at << 6) | Long.numberOfTrailingZeros(tiers[i][(int) at]);
      }
      return at;
    }
  }
}
