package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.function.Consumer;

/// A region of a storage: a byte array, memory of an arena, pages, or memory of the user's own
/// functions.
///
/// @param liberator frees the memory
record StorageRegion(MemorySegment memory, Consumer<MemorySegment> liberator)
    implements Storage.Region {
  /// The alignment that the contract of pools asks of a region.
  static final long ALIGNMENT = 4096;

  /// Longer arrays are refused by some JVMs.
  private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /// Beyond this the JDK's own sums with lengths and alignments overflow.
  private static final long LONGEST_OFF_HEAP = 1L << 62;

  static StorageRegion onHeap(long bytes) {
    if (bytes > LONGEST_ARRAY) {
      throw new OutOfMemoryError(
          String.format(
              Locale.ROOT,
              "an array on the heap holds at most %d bytes, not %d",
              LONGEST_ARRAY,
              bytes));
    }
    return new StorageRegion(MemorySegment.ofArray(new byte[(int) bytes]), memory -> {});
  }

  static StorageRegion offHeap(long bytes) {
    if (bytes > LONGEST_OFF_HEAP) {
      throw new OutOfMemoryError("no system has " + bytes + " bytes");
    }
    Arena arena = Arena.ofShared();
    try {
      return new StorageRegion(arena.allocate(bytes, ALIGNMENT), memory -> arena.close());
    } catch (OutOfMemoryError e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public void free() {
    liberator.accept(memory);
  }
}
