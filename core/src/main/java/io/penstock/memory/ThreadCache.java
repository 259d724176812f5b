package io.penstock.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/// The blocks that one thread keeps for its next requests, and its part of the pool's counts.
///
/// For each size class there is a magazine to take from and give to, and a spare one that is full
/// or empty. So a thread that goes back and forth at the edge of a magazine does not go to the
/// depot each time (J. Bonwick and J. Adams, *Magazines and Vmem*, USENIX 2001).
///
/// Belongs to one thread at a time; others may read the counts. How others come to have what an
/// idle thread keeps stands with [ThreadCaches].
@SuppressWarnings("unused") // the padding
final class ThreadCache {
  /// How full magazines are is written this far from whatever else is in memory, so that two
  /// threads do not share a cache line.
  private static final int PAD = 32;

  /// So many places a table of caches has; a power of two.
  static final int PLACES = 1024;

  private static final VarHandle USED;

  static {
    try {
      USED = MethodHandles.lookup().findVarHandle(ThreadCache.class, "used", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CachedPool pool;
  private final WeakReference<Thread> thread;
  private final long owner;
  private final long budget;

  /// The next one in the same place of the table of [ThreadCaches].
  private volatile ThreadCache next = this;

  private volatile boolean barred;
  private long lastActivity;

  /// What the owner writes all the time must not share a cache line with what others do.
  private long pad0;

  private long pad1;
  private long pad2;
  private long pad3;
  private long pad4;
  private long pad5;
  private long pad6;
  private long pad7;
  private long takes;
  private long releases;
  private long liveBytes;
  private long keptBytes;

  /// 1 while the owner is taking or giving.
  private long used;

  private long pad8;
  private long pad9;
  private long pad10;
  private long pad11;
  private long pad12;
  private long pad13;
  private long pad14;
  private long pad15;
  private final PooledBlock[][] slots;
  private final int[] filled;
  private final Depot.Magazine[] loaded;
  private final Depot.Magazine[] spare;
  private final boolean[] spareIsFull;

  /// A cache that no thread has for itself.
  ///
  /// @param budget the most bytes to keep
  ThreadCache(CachedPool pool, long budget) {
    this(pool, new WeakReference<>(null), 0, budget);
  }

  /// A thread's own cache.
  ThreadCache(CachedPool pool, Thread owner, long budget) {
    this(pool, new WeakReference<>(owner), owner.threadId(), budget);
  }

  private ThreadCache(CachedPool pool, WeakReference<Thread> thread, long owner, long budget) {
    this.pool = pool;
    this.thread = thread;
    this.owner = owner;
    this.budget = budget;
    int classes = pool.classes();
    this.loaded = new Depot.Magazine[classes];
    this.spare = new Depot.Magazine[classes];
    this.slots = new PooledBlock[classes][];
    this.spareIsFull = new boolean[classes];
    this.filled = new int[PAD + classes + PAD];
    Arrays.fill(loaded, Depot.Magazine.NONE);
    Arrays.fill(spare, Depot.Magazine.NONE);
    Arrays.fill(slots, Depot.Magazine.NONE.slots);
  }

  /// The place of a thread in a table of caches, by the lowest bits of its id.
  static int place(long thread) {
    return (int) thread & (PLACES - 1);
  }

  /// Lets its owner begin to use it, until [#leave]. Nobody waits, and there is no atomic
  /// operation.
  ///
  /// @param thread the calling thread's id
  /// @return false if it is somebody else's, or barred
  boolean enter(long thread) {
    if (owner != thread) {
      return false;
    }
    USED.setOpaque(this, 1L);
    if (barred) {
      leave();
      return false;
    }
    return true;
  }

  /// Ends what [#enter] began.
  void leave() {
    USED.setRelease(this, 0L);
  }

  /// Whether its owner is between [#enter] and [#leave].
  boolean isInUse() {
    return (long) USED.getAcquire(this) != 0;
  }

  /// Keeps the owner from entering again, or lets it. What the owner did before it is known only
  /// after a barrier in all threads ([ThreadCaches]).
  void bar(boolean value) {
    barred = value;
  }

  /// The id of its thread.
  long owner() {
    return owner;
  }

  /// Whether its owner is gone.
  boolean isOrphan() {
    Thread living = thread.get();
    return living == null || !living.isAlive();
  }

  /// Whether its owner has taken and given nothing since this was asked last.
  boolean wasIdle() {
    long before = lastActivity;
    lastActivity = takes + releases;
    return lastActivity == before;
  }

  ThreadCache next() {
    return next;
  }

  void link(ThreadCache after) {
    next = after;
  }

  PooledBlock take(long bytes) {
    int sizeClass = PooledBlock.sizeClass(bytes);
    int count = filled[PAD + sizeClass];
    if (count == 0) {
      refill(sizeClass, bytes);
      count = filled[PAD + sizeClass];
    }
    PooledBlock block = slots[sizeClass][--count];
    filled[PAD + sizeClass] = count;
    takes++;
    liveBytes += bytes;
    keptBytes -= block.size();
    block.out(bytes);
    return block;
  }

  void give(PooledBlock block) {
    releases++;
    liveBytes -= block.asked();
    long kept = keptBytes + block.size();
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
    keptBytes += block.size();
  }

  private void makeRoom(PooledBlock block) {
    if (keptBytes + block.size() > budget) {
      flush();
    }
    if (block.size() > budget) {
      pool.dissolve(block);
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
    Depot depot = pool.depot(sizeClass);
    Depot.Magazine room = spareIsFull[sizeClass] ? exchange(depot, sizeClass) : spare[sizeClass];
    spare[sizeClass] = loaded[sizeClass];
    spareIsFull[sizeClass] = loaded[sizeClass] != Depot.Magazine.NONE;
    load(sizeClass, room == Depot.Magazine.NONE ? depot.takeEmpty() : room, 0);
  }

  private Depot.Magazine exchange(Depot depot, int sizeClass) {
    Depot.Magazine full = spare[sizeClass];
    keptBytes -= depot.capacity() * PooledBlock.bytes(sizeClass);
    if (depot.giveFull(full)) {
      return depot.takeEmpty();
    }
    pool.dissolve(full.slots, depot.capacity());
    return full;
  }

  /// Brings a block to the front: of the spare magazine, of the depot, or a new one.
  private void refill(int sizeClass, long asked) {
    Depot depot = pool.depot(sizeClass);
    if (spareIsFull[sizeClass]) {
      Depot.Magazine full = spare[sizeClass];
      spare[sizeClass] = loaded[sizeClass];
      spareIsFull[sizeClass] = false;
      load(sizeClass, full, depot.capacity());
      return;
    }
    Depot.Magazine full = depot.takeFull();
    if (full != Depot.Magazine.NONE) {
      depot.giveEmpty(loaded[sizeClass]);
      load(sizeClass, full, depot.capacity());
      keptBytes += depot.capacity() * PooledBlock.bytes(sizeClass);
    } else {
      PooledBlock block = pool.cut(sizeClass, asked);
      if (loaded[sizeClass] == Depot.Magazine.NONE) {
        load(sizeClass, depot.takeEmpty(), 0);
      }
      put(block);
    }
  }

  private void load(int sizeClass, Depot.Magazine magazine, int count) {
    loaded[sizeClass] = magazine;
    slots[sizeClass] = magazine.slots;
    filled[PAD + sizeClass] = count;
  }

  /// Gives back every block that is kept.
  void flush() {
    for (int sizeClass = 0; sizeClass < loaded.length; sizeClass++) {
      pool.dissolve(slots[sizeClass], filled[PAD + sizeClass]);
      filled[PAD + sizeClass] = 0;
      if (spareIsFull[sizeClass]) {
        spareIsFull[sizeClass] = false;
        pool.dissolve(spare[sizeClass].slots, spare[sizeClass].slots.length);
      }
    }
    keptBytes = 0;
  }

  /// Gives back every block and every magazine: the owner is gone.
  void abandon() {
    flush();
    for (int sizeClass = 0; sizeClass < loaded.length; sizeClass++) {
      pool.depot(sizeClass).giveEmpty(loaded[sizeClass]);
      pool.depot(sizeClass).giveEmpty(spare[sizeClass]);
    }
  }

  /// The counts of its owner, without what the pool holds.
  PoolStatistics counts() {
    return new PoolStatistics(takes - releases, liveBytes, keptBytes, 0, 0, takes);
  }

  long keptBytes() {
    return keptBytes;
  }
}
