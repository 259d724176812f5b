package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Regions of a storage, under a limit, from which extents are cut. Safe for any thread; one lock
/// guards the free space.
///
/// An extent comes from the first record of free space with room; regions that were added last are
/// the first to become free. All regions may share one record ([#ofSharedLists]) or have one each:
/// with buddies mpjbuf's two strategies (Baker, Carpenter and Shafi, section 3.1), of which the
/// second searches one region after the other.
///
/// Here a tree over the records says which is the first that may have room: each inner node holds
/// the most that one of its two halves may have. A search takes as many steps as the tree is deep,
/// and as many again for each record that promised more than it had, which is then remembered until
/// something is given back there.
final class Regions {
  private final Map<Long, Chunk> chunks = new HashMap<>();

  /// The numbers of regions that are gone, to be used again, the lowest first.
  private final PriorityQueue<Long> vacant = new PriorityQueue<>();

  private final LongFunction<FreeSpace> freeSpace;

  /// The record that all regions share, if they do.
  private final @Nullable FreeSpace shared;

  /// The tree in one array: the root at 1, the children of n at 2n and 2n + 1, the records in the
  /// second half.
  private long[] room = new long[2];

  private final Storage storage;
  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong count = new AtomicLong();
  private final long regionBytes;
  private final int top;
  private long numbers;
  private long extents;
  private boolean closed;

  /// Regions with a record of free space each.
  ///
  /// @param freeSpace makes one for a region of so many units
  Regions(PoolOptions options, LongFunction<FreeSpace> freeSpace) {
    this(options, freeSpace, null);
  }

  private Regions(
      PoolOptions options, LongFunction<FreeSpace> freeSpace, @Nullable FreeSpace shared) {
    this.storage = options.storage();
    this.limit = options.limitBytes();
    this.regionBytes = options.fittingRegionBytes();
    this.top = Buddy.level(regionBytes / FreeSpace.UNIT);
    this.freeSpace = freeSpace;
    this.shared = shared;
  }

  /// Regions that share free lists, one for each length.
  ///
  /// A search takes as many steps with a hundred thousand regions as with one, but for those in
  /// [Buddy], which grow as its depth does.
  static Regions ofSharedLists(PoolOptions options) {
    Buddy lists = new Buddy(Buddy.level(options.fittingRegionBytes() / FreeSpace.UNIT));
    return new Regions(options, units -> lists, lists);
  }

  long regionBytes() {
    return regionBytes;
  }

  /// Cuts an extent from the regions at hand; null if none has room.
  ///
  /// @throws IllegalStateException if the pool was closed
  synchronized @Nullable Extent cut(long units) {
    requireOpen();
    return find(units);
  }

  private @Nullable Extent find(long units) {
    while (room[1] >= units) {
      int leaf = firstWithRoom(units);
      FreeSpace space = shared == null ? chunkNumbered(leaf).freeSpace() : shared;
      long unit = space.takeUnits(units);
      if (unit != FreeSpace.NONE) {
        note(leaf, Math.min(room[room.length / 2 + leaf], space.room()));
        return extent(leaf + (unit >>> top), unit, units);
      }
      note(leaf, Math.min(units - 1, space.room()));
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

  private Chunk chunkNumbered(long number) {
    return Objects.requireNonNull(chunks.get(number));
  }

  private Extent extent(long number, long unit, long units) {
    Chunk chunk = chunkNumbered(number);
    long at = (unit - (chunk.place() << top)) * FreeSpace.UNIT;
    MemorySegment memory = chunk.region().memory().asSlice(at, units * FreeSpace.UNIT);
    extents++;
    return new Extent(chunk, unit, units, memory);
  }

  /// An extent of what is free, or of a new region.
  ///
  /// @param asked what the user wants, for the message
  /// @throws PoolExhaustedException if there can be no new region
  synchronized Extent grow(long units, long asked) {
    Extent found = cut(units);
    if (found != null) {
      return found;
    }
    Storage.Region region = allocate(regionBytes, asked);
    long number = unusedNumber();
    Chunk chunk = new Chunk(region, freeSpace.apply(1L << top), number, number - leaf(number));
    chunk.freeSpace().add(chunk.place());
    chunks.put(number, chunk);
    noteRoom(chunk);
    return Objects.requireNonNull(cut(units));
  }

  /// The place in the tree of the record that knows what is free in a region.
  private int leaf(long number) {
    return shared == null ? Math.toIntExact(number) : 0;
  }

  private void noteRoom(Chunk chunk) {
    int leaf = leaf(chunk.number());
    while (leaf >= room.length / 2) {
      growTree();
    }
    note(leaf, chunk.freeSpace().room());
  }

  private void note(int leaf, long most) {
    int node = room.length / 2 + leaf;
    room[node] = most;
    for (node /= 2; node >= 1; node /= 2) {
      room[node] = Math.max(room[2 * node], room[2 * node + 1]);
    }
  }

  private void growTree() {
    int leaves = room.length / 2;
    long[] before = room;
    room = new long[4 * leaves];
    System.arraycopy(before, leaves, room, 2 * leaves, leaves);
    for (int node = 2 * leaves - 1; node >= 1; node--) {
      room[node] = Math.max(room[2 * node], room[2 * node + 1]);
    }
  }

  private long unusedNumber() {
    Long number = vacant.poll();
    return number == null ? numbers++ : number;
  }

  /// A region for one request.
  ///
  /// @throws PoolExhaustedException if there can be none
  Extent alone(long bytes) {
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
  void give(Extent extent) {
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
    noteRoom(extent.chunk());
    extents--;
  }

  /// Frees the regions in which nothing is taken.
  ///
  /// @return their length in all
  synchronized long trim() {
    List<Chunk> idle = chunks.values().stream().filter(Chunk::isFree).toList();
    chunks.values().removeIf(Chunk::isFree);
    freeAll(idle);
    long bytes = idle.size() * regionBytes;
    Recorder.trimmed(bytes, held.get());
    return bytes;
  }

  /// Frees each, even where the storage fails to take another back.
  private void freeAll(List<Chunk> unused) {
    RuntimeException failure = null;
    for (Chunk chunk : unused) {
      try {
        free(chunk);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void free(Chunk chunk) {
    chunk.freeSpace().remove(chunk.place());
    noteRoom(chunk);
    vacant.add(chunk.number());
    free(chunk.region(), regionBytes);
  }

  /// Frees everything; when that was done before, does nothing.
  ///
  /// @throws IllegalStateException if extents are out
  synchronized void close() {
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

  synchronized boolean isClosed() {
    return closed;
  }

  /// Allocates a region under the limit.
  ///
  /// @param asked the bytes the user requested, for the message
  /// @throws PoolExhaustedException if the limit or the system does not allow it
  private Storage.Region allocate(long bytes, long asked) {
    reserve(bytes, asked);
    try {
      Storage.Region region = checked(storage.allocate(bytes), bytes);
      count.incrementAndGet();
      Recorder.allocated(bytes);
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
    long before;
    do {
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
    } while (!held.compareAndSet(before, before + bytes));
  }

  /// A region as it was asked for; any other goes back to its storage.
  private static Storage.Region checked(Storage.Region region, long bytes) {
    MemorySegment memory = region.memory();
    if (memory.byteSize() < bytes || memory.address() % StorageRegion.ALIGNMENT != 0) {
      region.free();
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
      Recorder.freed(bytes);
    }
  }

  static IllegalStateException stillOut(long blocks) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "%d blocks of the pool are still out: release them before it is closed",
            blocks));
  }

  static IllegalArgumentException negative(long bytes) {
    return new IllegalArgumentException("a block of " + bytes + " bytes cannot be");
  }

  static IllegalStateException closed() {
    return new IllegalStateException("the pool is closed");
  }

  private void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  long heldBytes() {
    return held.get();
  }

  long count() {
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
}
