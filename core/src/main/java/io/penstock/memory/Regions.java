package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Regions of a storage, under a limit, from which extents are cut. Safe for any thread; one lock
/// guards the free space.
abstract sealed class Regions {
  private final Map<Long, Chunk> chunks = new HashMap<>();
  private final BitTree vacant = new BitTree(0);
  private final Storage storage;
  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong count = new AtomicLong();
  private final long regionBytes;
  private final int top;
  private long numbers;
  private long extents;
  private boolean closed;

  Regions(PoolOptions options) {
    this.storage = options.storage();
    this.limit = options.limitBytes();
    this.regionBytes = options.fittingRegionBytes();
    this.top = Buddy.level(regionBytes / SizeClasses.UNIT);
  }

  /// Takes an extent of the free space with [#extent]; null if no region has room.
  abstract @Nullable Extent find(long units);

  /// Makes a new region known to the free space that is to cut it.
  ///
  /// @param number the region's, unused by any other
  abstract Chunk chunk(Storage.Region region, long number);

  /// Records an upper bound of the room in a chunk that was added, to which an extent was given
  /// back, or that is gone.
  abstract void noteRoom(Chunk chunk, long units);

  final int top() {
    return top;
  }

  final long regionBytes() {
    return regionBytes;
  }

  final Chunk chunkNumbered(long number) {
    return Objects.requireNonNull(chunks.get(number));
  }

  /// Cuts an extent from the regions at hand; null if none has room.
  ///
  /// @throws IllegalStateException if the pool was closed
  final synchronized @Nullable Extent cut(long units) {
    requireOpen();
    return find(units);
  }

  /// The extent that a chunk's free space handed out at `unit`.
  final Extent extent(Chunk chunk, long unit, long units) {
    long at = (unit - (chunk.place() << top)) * SizeClasses.UNIT;
    MemorySegment memory = chunk.region().memory().asSlice(at, units * SizeClasses.UNIT);
    extents++;
    return new Extent(chunk, unit, units, memory);
  }

  /// An extent of what is free, or of a new region.
  ///
  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if there can be no new region
  final synchronized Extent grow(long units, long asked) {
    Extent found = cut(units);
    if (found != null) {
      return found;
    }
    Storage.Region region = allocate(regionBytes, asked);
    long number = unusedNumber();
    Chunk chunk = chunk(region, number);
    chunk.freeSpace().add(chunk.place());
    chunks.put(number, chunk);
    noteRoom(chunk, chunk.freeSpace().room());
    return Objects.requireNonNull(cut(units));
  }

  private long unusedNumber() {
    long number = vacant.first();
    if (number == BitTree.NONE) {
      vacant.grow(numbers + 1);
      return numbers++;
    }
    vacant.remove(number);
    return number;
  }

  /// A region for one request.
  ///
  /// @throws PoolExhaustedException if there can be none
  final Extent alone(long bytes) {
    synchronized (this) {
      requireOpen();
      extents++;
    }
    long length = Math.max(bytes, 1);
    try {
      return Extent.whole(allocate(length, bytes), length);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        extents--;
      }
      throw e;
    }
  }

  /// Takes an extent back.
  ///
  /// @throws IllegalStateException if it is free already
  final void give(Extent extent) {
    if (extent.chunk().isAlone()) {
      giveAlone(extent);
    } else {
      giveUnits(extent);
    }
  }

  private void giveAlone(Extent extent) {
    try {
      free(extent.chunk().region(), extent.memory().byteSize());
    } finally {
      synchronized (this) {
        extents--;
      }
    }
  }

  private synchronized void giveUnits(Extent extent) {
    extent.chunk().freeSpace().giveUnits(extent.unit(), extent.units());
    noteRoom(extent.chunk(), extent.chunk().freeSpace().room());
    extents--;
  }

  /// Frees the regions in which nothing is taken.
  ///
  /// @return their length in all
  final synchronized long trim() {
    List<Chunk> idle = chunks.values().stream().filter(Chunk::isFree).toList();
    chunks.values().removeIf(Chunk::isFree);
    freeAll(idle);
    long bytes = idle.size() * regionBytes;
    MemoryEvents.trimmed(bytes, held.get());
    return bytes;
  }

  /// Frees each, even where the storage fails to take another back.
  private void freeAll(List<Chunk> unused) {
    List<RuntimeException> failures = new ArrayList<>();
    for (Chunk chunk : unused) {
      try {
        free(chunk);
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      RuntimeException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  private void free(Chunk chunk) {
    chunk.freeSpace().remove(chunk.place());
    noteRoom(chunk, 0);
    vacant.add(chunk.number());
    free(chunk.region(), regionBytes);
  }

  /// Frees everything; when that was done before, does nothing.
  ///
  /// @throws IllegalStateException if extents are out
  final synchronized void close() {
    if (closed) {
      return;
    }
    if (extents > 0) {
      throw stillOut(extents);
    }
    closed = true;
    List<Chunk> all = List.copyOf(chunks.values());
    chunks.clear();
    freeAll(all);
  }

  final synchronized boolean isClosed() {
    return closed;
  }

  /// Allocates a region under the limit. Callers that have nothing left to give back pass the
  /// exception on through [MemoryEvents#exhausted].
  ///
  /// @param asked the bytes the user requested, for the message
  /// @throws PoolExhaustedException if the limit or the system does not allow it
  private Storage.Region allocate(long bytes, long asked) {
    reserve(bytes, asked);
    try {
      Storage.Region region = checked(storage.allocate(bytes), bytes);
      count.incrementAndGet();
      MemoryEvents.allocated(bytes);
      return region;
    } catch (OutOfMemoryError e) {
      held.addAndGet(-bytes);
      throw new PoolExhaustedException(
          String.format(
              Locale.ROOT,
              "asked for %d bytes, the pool holds %d, and the system has no %d more (%s)",
              asked,
              held.get(),
              bytes,
              e.getMessage()),
          e);
    } catch (RuntimeException | Error e) {
      held.addAndGet(-bytes);
      throw e;
    }
  }

  private void reserve(long bytes, long asked) {
    long before = held.get();
    while (bytes > limit - before || !held.compareAndSet(before, before + bytes)) {
      before = held.get();
      if (bytes > limit - before) {
        throw new PoolExhaustedException(
            String.format(
                Locale.ROOT,
                "asked for %d bytes, the pool holds %d of a limit of %d",
                asked,
                before,
                limit));
      }
    }
  }

  private static Storage.Region checked(Storage.Region region, long bytes) {
    MemorySegment memory = region.memory();
    if (memory.byteSize() < bytes || memory.address() % StorageRegion.ALIGNMENT != 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "the storage was asked for %d bytes at a multiple of %d and gave %d at %d",
              bytes,
              StorageRegion.ALIGNMENT,
              memory.byteSize(),
              memory.address()));
    }
    return region;
  }

  /// Frees a region for which `bytes` were allocated.
  private void free(Storage.Region region, long bytes) {
    try {
      region.free();
    } finally {
      count.decrementAndGet();
      held.addAndGet(-bytes);
      MemoryEvents.freed(bytes);
    }
  }

  static IllegalStateException stillOut(long blocks) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "%d blocks of the pool are still out: release them before it is closed",
            blocks));
  }

  static IllegalStateException closed() {
    return new IllegalStateException("the pool is closed");
  }

  private void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  final long heldBytes() {
    return held.get();
  }

  final long count() {
    return count.get();
  }

  /// A region and the free space that knows what is free in it.
  ///
  /// @param number the region's number among those of the pool
  /// @param place the region's number in the free space
  record Chunk(Storage.Region region, FreeSpace freeSpace, long number, long place) {
    /// The number of a region that was allocated for one request.
    private static final long ALONE = -1;

    private static final FreeSpace NOTHING = new Buddy(0);

    static Chunk alone(Storage.Region region) {
      return new Chunk(region, NOTHING, ALONE, ALONE);
    }

    boolean isAlone() {
      return number == ALONE;
    }

    /// Whether nothing of it is taken.
    boolean isFree() {
      return freeSpace.isFree(place);
    }
  }

  /// Memory cut out of a region.
  ///
  /// @param unit where it begins in the numbering of the region's free space
  /// @param units how long it is there
  record Extent(Chunk chunk, long unit, long units, MemorySegment memory) {
    /// What stands for no memory.
    static final Extent NOTHING = whole(StorageRegion.onHeap(0), 0);

    static Extent whole(Storage.Region region, long bytes) {
      return new Extent(Chunk.alone(region), 0, 0, region.memory().asSlice(0, bytes));
    }
  }

  /// Regions that share free lists, one for each length: mpjbuf's first strategy (Baker, Carpenter
  /// and Shafi, section 3.1).
  ///
  /// A search takes as many steps with a hundred thousand regions as with one, but for those in
  /// [BitTree], which grow as its depth does.
  static final class SharedFreeLists extends Regions {
    private final Buddy buddy = new Buddy(top());

    SharedFreeLists(PoolOptions options) {
      super(options);
    }

    @Override
    @Nullable Extent find(long units) {
      long unit = buddy.takeUnits(units);
      return unit == FreeSpace.NONE ? null : extent(chunkNumbered(unit >>> top()), unit, units);
    }

    @Override
    Chunk chunk(Storage.Region region, long number) {
      return new Chunk(region, buddy, number, number);
    }

    @Override
    void noteRoom(Chunk chunk, long units) {
      // the lists know
    }
  }

  /// Regions with a record of free space each, of which the first with room is taken. Those that
  /// were added last are the first to become free.
  ///
  /// With buddies this is mpjbuf's second strategy (Baker, Carpenter and Shafi, section 3.1), which
  /// searches one region after the other. Here a tree over the regions says which is the first that
  /// may have room: each inner node holds the most that one of its two halves may have. A search
  /// takes as many steps as the tree is deep, and as many again for each region that promised more
  /// than it had, which is then remembered until something is given back there.
  static final class RegionTree extends Regions {
    private final LongFunction<FreeSpace> freeSpace;

    /// The tree in one array: the root at 1, the children of n at 2n and 2n + 1, the regions in the
    /// second half.
    private long[] room = new long[2];

    /// @param freeSpace makes one for a region of so many units
    RegionTree(PoolOptions options, LongFunction<FreeSpace> freeSpace) {
      super(options);
      this.freeSpace = freeSpace;
    }

    @Override
    @Nullable Extent find(long units) {
      while (room[1] >= units) {
        int number = firstWithRoom(units);
        Chunk chunk = chunkNumbered(number);
        long unit = chunk.freeSpace().takeUnits(units);
        if (unit != FreeSpace.NONE) {
          note(number, Math.min(room[room.length / 2 + number], chunk.freeSpace().room()));
          return extent(chunk, unit, units);
        }
        note(number, Math.min(units - 1, chunk.freeSpace().room()));
      }
      return null;
    }

    private int firstWithRoom(long units) {
      int node = 1;
      while (node < room.length / 2) {
        node *= 2;
        if (room[node] < units) {
          node++;
        }
      }
      return node - room.length / 2;
    }

    @Override
    Chunk chunk(Storage.Region region, long number) {
      return new Chunk(region, freeSpace.apply(1L << top()), number, 0);
    }

    @Override
    void noteRoom(Chunk chunk, long units) {
      int number = Math.toIntExact(chunk.number());
      while (number >= room.length / 2) {
        grow();
      }
      note(number, units);
    }

    private void note(int number, long most) {
      int node = room.length / 2 + number;
      room[node] = most;
      for (node /= 2; node >= 1; node /= 2) {
        room[node] = Math.max(room[2 * node], room[2 * node + 1]);
      }
    }

    private void grow() {
      int regions = room.length / 2;
      long[] leaves = Arrays.copyOfRange(room, regions, 2 * regions);
      room = new long[4 * regions];
      System.arraycopy(leaves, 0, room, 2 * regions, regions);
      for (int node = 2 * regions - 1; node >= 1; node--) {
        room[node] = Math.max(room[2 * node], room[2 * node + 1]);
      }
    }
  }
}
