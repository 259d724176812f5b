package io.penstock.memory;

import java.util.Arrays;

/// The blocks that one thread keeps for its next requests, and its part of the pool's counts.
///
/// For each size class there is a magazine to take from and give to, and a spare one that is full
/// or empty. So a thread that goes back and forth at the edge of a magazine does not go to the
/// depot each time (J. Bonwick and J. Adams, *Magazines and Vmem*, USENIX 2001).
///
/// Belongs to one thread at a time; others may read the counts.
final class Cache {
  /// Counts lie this far from whatever else is in memory, so that two threads do not share a cache
  /// line.
  private static final int PAD = 32;

  private static final int TAKES = PAD;
  private static final int RELEASES = PAD + 1;
  private static final int LIVE_BYTES = PAD + 2;
  private static final int KEPT_BYTES = PAD + 3;

  private final Stock stock;
  private final long owner;
  private final long budget;
  private int generation;
  private final PooledBlock[][] slots;
  private final int[] filled;
  private final Magazine[] loaded;
  private final Magazine[] spare;
  private final boolean[] spareIsFull;
  private final long[] tally = new long[KEPT_BYTES + PAD];

  /// @param owner the id of the thread whose cache it is
  /// @param generation the pool's
  /// @param budget the most bytes to keep
  Cache(Stock stock, long owner, int generation, long budget) {
    this.stock = stock;
    this.owner = owner;
    this.generation = generation;
    this.budget = budget;
    int classes = stock.classes();
    this.loaded = new Magazine[classes];
    this.spare = new Magazine[classes];
    this.slots = new PooledBlock[classes][];
    this.spareIsFull = new boolean[classes];
    this.filled = new int[PAD + classes + PAD];
    Arrays.fill(loaded, Magazine.NONE);
    Arrays.fill(spare, Magazine.NONE);
    Arrays.fill(slots, Magazine.NONE.slots);
  }

  /// Whether this thread may use it as it is.
  boolean serves(long thread, int current) {
    return owner == thread && generation == current;
  }

  /// Follows the pool into another generation: what was kept is given back.
  void follow(int current) {
    if (generation != current) {
      generation = current;
      flush();
    }
  }

  PooledBlock take(long bytes) {
    int sizeClass = SizeClasses.of(bytes);
    int count = filled[PAD + sizeClass];
    if (count == 0) {
      refill(sizeClass, bytes);
      count = filled[PAD + sizeClass];
    }
    PooledBlock block = slots[sizeClass][--count];
    filled[PAD + sizeClass] = count;
    tally[TAKES]++;
    tally[LIVE_BYTES] += bytes;
    tally[KEPT_BYTES] -= block.size();
    block.out(bytes);
    return block;
  }

  void give(PooledBlock block) {
    tally[RELEASES]++;
    tally[LIVE_BYTES] -= block.asked();
    long kept = tally[KEPT_BYTES] + block.size();
    int sizeClass = block.sizeClass();
    if (kept > budget || filled[PAD + sizeClass] == slots[sizeClass].length) {
      makeRoom(block);
    } else {
      put(block);
    }
  }

  private void put(PooledBlock block) {
    int sizeClass = block.sizeClass();
    int count = filled[PAD + sizeClass];
    PooledBlock[] to = slots[sizeClass];
    if (to[count] != block) {
      to[count] = block;
    }
    filled[PAD + sizeClass] = count + 1;
    tally[KEPT_BYTES] += block.size();
  }

  private void makeRoom(PooledBlock block) {
    if (tally[KEPT_BYTES] + block.size() > budget) {
      flush();
    }
    if (block.size() > budget) {
      stock.dissolve(block);
      return;
    }
    int sizeClass = block.sizeClass();
    if (filled[PAD + sizeClass] == slots[sizeClass].length) {
      spill(sizeClass);
    }
    put(block);
  }

  /// Brings an empty magazine to the front: the spare one, or one for which the depot takes the
  /// full spare.
  private void spill(int sizeClass) {
    Depot depot = stock.depot(sizeClass);
    Magazine room = spareIsFull[sizeClass] ? exchange(depot, sizeClass) : spare[sizeClass];
    spare[sizeClass] = loaded[sizeClass];
    spareIsFull[sizeClass] = loaded[sizeClass] != Magazine.NONE;
    load(sizeClass, room == Magazine.NONE ? depot.takeEmpty() : room, 0);
  }

  private Magazine exchange(Depot depot, int sizeClass) {
    Magazine full = spare[sizeClass];
    tally[KEPT_BYTES] -= depot.capacity() * SizeClasses.bytes(sizeClass);
    if (depot.giveFull(full)) {
      return depot.takeEmpty();
    }
    stock.dissolve(full.slots, depot.capacity());
    return full;
  }

  /// Brings a block to the front: of the spare magazine, of the depot, or a new one.
  private void refill(int sizeClass, long asked) {
    Depot depot = stock.depot(sizeClass);
    if (spareIsFull[sizeClass]) {
      Magazine full = spare[sizeClass];
      spare[sizeClass] = loaded[sizeClass];
      spareIsFull[sizeClass] = false;
      load(sizeClass, full, depot.capacity());
      return;
    }
    Magazine full = depot.takeFull();
    if (full != Magazine.NONE) {
      depot.giveEmpty(loaded[sizeClass]);
      load(sizeClass, full, depot.capacity());
      tally[KEPT_BYTES] += depot.capacity() * SizeClasses.bytes(sizeClass);
    } else {
      PooledBlock block = stock.cut(sizeClass, asked);
      if (loaded[sizeClass] == Magazine.NONE) {
        load(sizeClass, depot.takeEmpty(), 0);
      }
      put(block);
    }
  }

  private void load(int sizeClass, Magazine magazine, int count) {
    loaded[sizeClass] = magazine;
    slots[sizeClass] = magazine.slots;
    filled[PAD + sizeClass] = count;
  }

  /// Gives back every block that is kept.
  void flush() {
    for (int sizeClass = 0; sizeClass < loaded.length; sizeClass++) {
      stock.dissolve(slots[sizeClass], filled[PAD + sizeClass]);
      filled[PAD + sizeClass] = 0;
      if (spareIsFull[sizeClass]) {
        spareIsFull[sizeClass] = false;
        stock.dissolve(spare[sizeClass].slots, spare[sizeClass].slots.length);
      }
    }
    tally[KEPT_BYTES] = 0;
  }

  /// Gives back every block and every magazine: the owner is gone.
  void abandon() {
    flush();
    for (int sizeClass = 0; sizeClass < loaded.length; sizeClass++) {
      stock.depot(sizeClass).giveEmpty(loaded[sizeClass]);
      stock.depot(sizeClass).giveEmpty(spare[sizeClass]);
    }
    Arrays.fill(loaded, Magazine.NONE);
    Arrays.fill(spare, Magazine.NONE);
    Arrays.fill(slots, Magazine.NONE.slots);
  }

  long takes() {
    return tally[TAKES];
  }

  long releases() {
    return tally[RELEASES];
  }

  long liveBytes() {
    return tally[LIVE_BYTES];
  }
}
