package io.penstock.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.function.Consumer;

/// The regions of storages that need no C function.
final class StorageRegions {
  /// The alignment that the contract of pools asks of a region.
  static final long ALIGNMENT = 4096;

  private StorageRegions() {}

  /// A byte array.
  record OnHeap(MemorySegment memory) implements Storage.Region {
    /// Longer arrays are refused by some JVMs.
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    static OnHeap allocate(long bytes) {
      if (bytes > LONGEST) {
        throw new OutOfMemoryError(
            String.format(
                Locale.ROOT,
                "an array on the heap holds at most %d bytes, not %d",
                LONGEST,
                bytes));
      }
      return new OnHeap(MemorySegment.ofArray(new byte[(int) bytes]));
    }

    @Override
    public void free() {
      // the collector frees it
    }
  }

  /// Memory with an arena of its own.
  record OffHeap(Arena arena, MemorySegment memory) implements Storage.Region {
    /// Beyond this the JDK's own sums with lengths and alignments overflow.
    private static final long MOST = 1L << 62;

    OffHeap(long bytes) {
      this(Arena.ofShared(), bytes);
    }

    private OffHeap(Arena arena, long bytes) {
      this(arena, allocate(arena, bytes));
    }

    private static MemorySegment allocate(Arena arena, long bytes) {
      try {
        if (bytes > MOST) {
          throw new OutOfMemoryError("no system has " + bytes + " bytes");
        }
        return arena.allocate(bytes, ALIGNMENT);
      } catch (OutOfMemoryError e) {
        arena.close();
        throw e;
      }
    }

    @Override
    public void free() {
      arena.close();
    }
  }

  /// Memory that its giver frees.
  record Foreign(MemorySegment memory, Consumer<MemorySegment> liberator)
      implements Storage.Region {
    @Override
    public void free() {
      liberator.accept(memory);
    }
  }
}
