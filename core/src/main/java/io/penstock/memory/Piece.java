package io.penstock.memory;

import java.lang.foreign.MemorySegment;

/// Memory cut out of a region.
///
/// @param unit where it begins in the numbering of the region's ledger
/// @param units how long it is there
record Piece(Plot plot, long unit, long units, MemorySegment memory) {
  /// What stands for no memory.
  static final Piece NOTHING = whole(new HeapRegion(MemorySegment.ofArray(new byte[0])), 0);

  static Piece whole(Storage.Region region, long bytes) {
    return new Piece(Plot.alone(region), 0, 0, region.memory().asSlice(0, bytes));
  }
}
