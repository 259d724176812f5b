package io.penstock.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Whose cache is whose.
///
/// A thread finds its cache in a table by its id, which is faster than a [ThreadLocal]; where two
/// threads meet in one place of the table, the later one goes by the thread-local.
@SuppressWarnings("ThreadLocalUsage") // a pool is not a static thing, and its users may outlive it
final class Caches {
  private static final int PLACES = 1024;

  /// From this many caches on it is looked whose owners have died.
  private static final int MANY = 64;

  private final Stock stock;
  private final long budget;
  private final Cache[] table = new Cache[PLACES];
  private final ThreadLocal<Cache> own = new ThreadLocal<>();
  private final List<Entry> entries = new ArrayList<>();
  private final Shared[] shared;
  private final Cache nobodys;
  private Counts past = new Counts(0, 0, 0);
  private int manyEntries = MANY;
  private volatile int generation;

  Caches(Stock stock, long budget) {
    this.stock = stock;
    this.budget = budget;
    this.nobodys = new Cache(stock, 0, 0, 0);
    Arrays.fill(table, nobodys);
    this.shared = new Shared[Runtime.getRuntime().availableProcessors()];
    Arrays.setAll(shared, i -> new Shared(new Cache(stock, 0, 0, budget)));
  }

  /// The cache in a thread's place: its own, another's or nobody's.
  Cache at(Thread thread) {
    return table[(int) thread.threadId() & (PLACES - 1)];
  }

  boolean isCurrent(Cache cache, Thread thread) {
    return cache.serves(thread.threadId(), generation);
  }

  /// Takes from the thread's cache, wherever that is.
  PooledBlock take(Thread thread, long bytes) {
    if (!thread.isVirtual()) {
      return find(thread).take(bytes);
    }
    Shared cache = shared(thread);
    cache.lock.lock();
    try {
      cache.cache.follow(generation);
      return cache.cache.take(bytes);
    } finally {
      cache.lock.unlock();
    }
  }

  /// Gives to the thread's cache, wherever that is.
  void give(Thread thread, PooledBlock block) {
    if (!thread.isVirtual()) {
      find(thread).give(block);
      return;
    }
    Shared cache = shared(thread);
    cache.lock.lock();
    try {
      cache.cache.follow(generation);
      cache.cache.give(block);
    } finally {
      cache.lock.unlock();
    }
  }

  private Shared shared(Thread thread) {
    return shared[(int) (thread.threadId() % shared.length)];
  }

  private Cache find(Thread thread) {
    Cache cache = own.get();
    if (cache == null) {
      cache = open(thread);
    }
    cache.follow(generation);
    return cache;
  }

  private Cache open(Thread thread) {
    Cache cache = new Cache(stock, thread.threadId(), generation, budget);
    own.set(cache);
    synchronized (this) {
      if (entries.size() >= manyEntries) {
        reap();
        manyEntries = Math.max(MANY, 2 * entries.size());
      }
      entries.add(new Entry(new WeakReference<>(thread), cache));
      int place = (int) thread.threadId() & (PLACES - 1);
      if (table[place] == nobodys) {
        table[place] = cache;
      }
    }
    return cache;
  }

  /// Takes over what dead threads have left.
  ///
  /// @return whether there were any
  synchronized boolean reap() {
    int before = entries.size();
    for (Iterator<Entry> each = entries.iterator(); each.hasNext(); ) {
      Entry entry = each.next();
      if (entry.isOrphan()) {
        each.remove();
        retire(entry.cache);
      }
    }
    return entries.size() < before;
  }

  private void retire(Cache cache) {
    cache.abandon();
    past = past.plus(cache);
    for (int place = 0; place < PLACES; place++) {
      if (table[place] == cache) {
        table[place] = nobodys;
      }
    }
  }

  /// Has this thread give back what it keeps, unless it is a virtual one.
  void flushOwn() {
    Cache cache = own.get();
    if (cache != null) {
      cache.flush();
    }
  }

  /// Has every thread give back what it keeps: this one and the virtual ones now, others when they
  /// next use the pool.
  void recall() {
    synchronized (this) {
      generation++;
    }
    Thread thread = Thread.currentThread();
    if (!thread.isVirtual() && own.get() != null) {
      find(thread);
    }
    for (Shared cache : shared) {
      if (cache.lock.tryLock()) {
        try {
          cache.cache.follow(generation);
        } finally {
          cache.lock.unlock();
        }
      }
    }
  }

  /// The counts of all threads, dead ones too.
  synchronized Counts counts() {
    Counts sum = past;
    for (Entry entry : entries) {
      sum = sum.plus(entry.cache);
    }
    for (Shared cache : shared) {
      sum = sum.plus(cache.cache);
    }
    return sum;
  }

  /// What was handed out and came back.
  record Counts(long takes, long releases, long liveBytes) {
    Counts plus(Cache cache) {
      return new Counts(
          takes + cache.takes(), releases + cache.releases(), liveBytes + cache.liveBytes());
    }
  }

  /// A thread's cache.
  private record Entry(WeakReference<Thread> thread, Cache cache) {
    boolean isOrphan() {
      Thread owner = thread.get();
      return owner == null || !owner.isAlive();
    }
  }

  /// A cache for any number of virtual threads.
  private static final class Shared {
    final ReentrantLock lock = new ReentrantLock();
    final Cache cache;

    Shared(Cache cache) {
      this.cache = cache;
    }
  }
}
