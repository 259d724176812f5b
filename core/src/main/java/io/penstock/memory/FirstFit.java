package io.penstock.memory;

/// A first-fit allocator for one region: a bit for each unit, and the first place that fits is
/// taken (Knuth, *The Art of Computer Programming*, volume 1, section 2.5).
///
/// A word of bits is a page of 4096 bytes. An extent of a page or more begins with a page; a
/// smaller one does not cross the end of a page. Pieces need not be powers of two long and join
/// with any neighbour, so that far less lies idle between them than in a buddy system. For each
/// size class it is remembered up to where there is certainly no place.
///
/// Not safe for several threads.
final class FirstFit implements FreeSpace {
  private static final int WORD = Long.SIZE;

  private final long[] taken;
  private final int[] searchFrom;
  private final long units;
  private long unitsTaken;

  /// @param units the region's length
  FirstFit(long units) {
    this.units = units;
    this.taken = new long[Math.toIntExact(Math.ceilDiv(units, WORD))];
    this.searchFrom = new int[PooledBlock.sizeClass(units * UNIT) + 1];
    flip(units, taken.length * (long) WORD - units);
  }

  @Override
  public void add(long region) {
    // one region, there from the beginning
  }

  @Override
  public void remove(long region) {
    unitsTaken = units; // none is left to take
  }

  @Override
  public boolean isFree(long region) {
    return unitsTaken == 0;
  }

  @Override
  public long takeUnits(long wanted) {
    int sizeClass = PooledBlock.sizeClass(wanted * UNIT);
    long unit = wanted < WORD ? findInPage((int) wanted, sizeClass) : findPages(wanted, sizeClass);
    if (unit != NONE) {
      flip(unit, wanted);
      unitsTaken += wanted;
    }
    return unit;
  }

  private long findInPage(int wanted, int sizeClass) {
    for (int word = searchFrom[sizeClass]; word < taken.length; word++) {
      long starts = starts(~taken[word], wanted);
      if (starts != 0) {
        searchFrom[sizeClass] = word;
        return (long) word * WORD + Long.numberOfTrailingZeros(starts);
      }
    }
    searchFrom[sizeClass] = taken.length;
    return NONE;
  }

  /// The bits from which on so many bits are set.
  private static long starts(long bits, int count) {
    long runs = bits;
    for (int known = 1; known < count; ) {
      int step = Math.min(known, count - known);
      runs &= runs >>> step;
      known += step;
    }
    return runs;
  }

  private long findPages(long wanted, int sizeClass) {
    int pages = Math.toIntExact(wanted / WORD);
    long rest = lowest((int) (wanted % WORD));
    int first = searchFrom[sizeClass];
    for (int word = first; word < taken.length; word++) {
      if (taken[word] != 0) {
        first = word + 1;
      } else if (word + 1 - first >= pages && fits(word + 1, rest)) {
        first = word + 1 - pages;
        searchFrom[sizeClass] = first;
        return (long) first * WORD;
      }
    }
    searchFrom[sizeClass] = taken.length;
    return NONE;
  }

  private boolean fits(int word, long rest) {
    return rest == 0 || (word < taken.length && (taken[word] & rest) == 0);
  }

  /// A word in which so many bits are set from the lowest on, fewer than all.
  private static long lowest(int count) {
    return (1L << count) - 1;
  }

  /// Turns what is free into what is taken, and back.
  private void flip(long unit, long count) {
    long at = unit;
    for (long left = count; left > 0; ) {
      long mask = part(at, left);
      taken[(int) (at / WORD)] ^= mask;
      at += Long.bitCount(mask);
      left -= Long.bitCount(mask);
    }
  }

  /// The bits of the word of `at` that belong to an extent which goes on from there for `left`
  /// units.
  private static long part(long at, long left) {
    int shift = (int) (at % WORD);
    int count = (int) Math.min(left, WORD - shift);
    return (count == WORD ? -1L : lowest(count)) << shift;
  }

  @Override
  public long room() {
    return units - unitsTaken;
  }

  @Override
  public void giveUnits(long unit, long count) {
    requireTaken(unit, count);
    flip(unit, count);
    unitsTaken -= count;
    searchAgainFrom((int) (unit / WORD));
  }

  private void requireTaken(long unit, long count) {
    long at = unit;
    for (long left = count; left > 0; ) {
      long mask = part(at, left);
      if ((taken[(int) (at / WORD)] & mask) != mask) {
        throw new IllegalStateException("the memory at unit " + unit + " was given back before");
      }
      at += Long.bitCount(mask);
      left -= Long.bitCount(mask);
    }
  }

  /// What became free may have joined free pages before it.
  private void searchAgainFrom(int word) {
    int start = word;
    while (start > 0 && taken[start - 1] == 0) {
      start--;
    }
    for (int i = 0; i < searchFrom.length; i++) {
      searchFrom[i] = Math.min(searchFrom[i], start);
    }
  }
}
