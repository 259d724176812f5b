package io.penstock.memory;

/// A record of the free units of regions. Not safe for several threads.
interface FreeSpace {
  /// The length of a unit in bytes, of which the sizes of all blocks are multiples.
  int UNIT = 64;

  /// What [#takeUnits] returns when nothing is left.
  long NONE = -1;

  /// Takes in a region, wholly free.
  void add(long region);

  /// Takes a region out that is wholly free.
  void remove(long region);

  /// Whether nothing of a region is taken.
  boolean isFree(long region);

  /// Takes an extent.
  ///
  /// @return where it begins, or [#NONE]
  long takeUnits(long units);

  /// A length above which certainly no extent can be taken; 0 if none can.
  long room();

  /// Gives back what [#takeUnits] took.
  ///
  /// @throws IllegalStateException if it is free already
  void giveUnits(long unit, long units);
}
