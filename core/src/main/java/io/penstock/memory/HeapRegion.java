package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.util.Locale;

/// A byte array.
record HeapRegion(MemorySegment memory) implements Storage.Region {
  /// Longer arrays are refused by some JVMs.
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  static HeapRegion allocate(long bytes) {
    if (bytes > LONGEST) {
      throw new OutOfMemoryError(
          String.format(
              Locale.ROOT, "an array on the heap holds at most %d bytes, not %d", LONGEST, bytes));
    }
    return new HeapRegion(MemorySegment.ofArray(new byte[(int) bytes]));
  }

  @Override
  public void free() {
    // the collector frees it
  }
}
