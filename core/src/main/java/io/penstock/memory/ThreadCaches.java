package io.penstock.memory;

import io.penstock.ffi.ProcessBarrier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// The caches of all threads, from which others can take what a thread keeps.
///
/// A thread finds its cache in a table by its id, which is faster than a [ThreadLocal], and
/// outlives what clears those: the common pool of the JDK does between its tasks. ThreadCaches of
/// threads that meet in one place of the table are linked there.
///
/// A thread marks its cache as in use before it touches it, by a plain store, and then looks
/// whether the cache is barred. Whoever wants it bars it, issues a [barrier][ProcessBarrier] in all
/// threads, and looks then whether it is in use: a thread that has not seen the bar marked the
/// cache before the barrier, so that the mark is seen. The price of the order between the store and
/// the load, which a fence or an atomic operation would take from the owner each time, is paid by
/// the other side alone, and seldom.
///
/// A cache is barred by who holds the lock, who never waits for its owner: what is in use meanwhile
/// is left alone. Only the end of the pool waits, and holds no lock then.
final class ThreadCaches {
  /// From this many caches on it is looked whose owners have died.
  private static final int MANY = 64;

  /// How often it is looked whether an owner is done, before its cache is left alone.
  private static final int LOOKS = 1000;

  private static final VarHandle TABLE = MethodHandles.arrayElementVarHandle(ThreadCache[].class);

  private static final long PAUSE_NANOS = 20_000;

  private final CachedPool pool;
  private final long budget;
  private final ThreadCache nobodys;
  private final ThreadCache[] table = new ThreadCache[ThreadCache.PLACES];
  private final List<ThreadCache> threads = new ArrayList<>();

  /// Caches for any number of virtual threads, with a lock for each.
  private final ThreadCache[] shared;

  private final ReentrantLock[] sharedLocks;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition decided = lock.newCondition();
  private PoolStatistics past = PoolStatistics.NOTHING;
  private int manyThreads = MANY;

  /// Whether no thread may enter any cache: while it is decided whether the pool ends, and for ever
  /// after its end.
  private volatile boolean halted;

  private boolean ended;

  ThreadCaches(CachedPool pool, long budget) {
    this.pool = pool;
    this.budget = budget;
    this.nobodys = new ThreadCache(pool, 0);
    Arrays.fill(table, nobodys);
    this.shared = new ThreadCache[Runtime.getRuntime().availableProcessors()];
    this.sharedLocks = new ReentrantLock[shared.length];
    for (int i = 0; i < shared.length; i++) {
      shared[i] = new ThreadCache(pool, budget);
      sharedLocks[i] = new ReentrantLock();
    }
  }

  /// The first caches in the places of threads, of which each has one by the lowest bits of its id.
  ThreadCache[] table() {
    return table;
  }

  private ThreadCache first(int place) {
    return (ThreadCache) TABLE.getAcquire(table, place);
  }

  /// Takes from the thread's cache, wherever that is.
  ///
  /// @throws IllegalStateException if the pool was closed
  PooledBlock take(Thread thread, long bytes) {
    ThreadCache cache = enter(thread);
    try {
      return cache.take(bytes);
    } finally {
      leave(thread, cache);
    }
  }

  /// Gives to the thread's cache, wherever that is.
  void give(Thread thread, PooledBlock block) {
    ThreadCache cache = enter(thread);
    try {
      cache.give(block);
    } finally {
      leave(thread, cache);
    }
  }

  private ThreadCache enter(Thread thread) {
    if (thread.isVirtual()) {
      return enterShared(thread);
    }
    ThreadCache cache = find(thread);
    if (cache == nobodys) {
      cache = open(thread);
    }
    while (!cache.enter(thread.threadId())) {
      awaitEntrance();
    }
    return cache;
  }

  private ThreadCache enterShared(Thread thread) {
    int number = sharedNumber(thread);
    sharedLocks[number].lock();
    while (halted) {
      sharedLocks[number].unlock();
      awaitEntrance();
      sharedLocks[number].lock();
    }
    return shared[number];
  }

  private int sharedNumber(Thread virtual) {
    return (int) (virtual.threadId() % shared.length);
  }

  private void leave(Thread thread, ThreadCache cache) {
    if (thread.isVirtual()) {
      sharedLocks[sharedNumber(thread)].unlock();
    } else {
      cache.leave();
    }
  }

  /// Waits for who holds the lock, and for the decision whether the pool ends.
  private void awaitEntrance() {
    lock.lock();
    try {
      awaitDecision();
      if (ended) {
        throw Regions.closed();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitDecision() {
    while (halted && !ended) {
      decided.awaitUninterruptibly();
    }
  }

  private ThreadCache find(Thread thread) {
    long id = thread.threadId();
    ThreadCache cache = first(ThreadCache.place(id));
    while (cache != nobodys && cache.owner() != id) {
      cache = cache.next();
    }
    return cache;
  }

  private ThreadCache open(Thread thread) {
    ThreadCache cache = new ThreadCache(pool, thread, budget);
    lock.lock();
    try {
      awaitDecision();
      if (ended) {
        throw Regions.closed();
      }
      if (threads.size() >= manyThreads) {
        reap();
        manyThreads = Math.max(MANY, 2 * threads.size());
      }
      threads.add(cache);
      int place = ThreadCache.place(cache.owner());
      cache.link(first(place));
      TABLE.setRelease(table, place, cache);
    } finally {
      lock.unlock();
    }
    return cache;
  }

  /// Takes over what dead threads have left.
  ///
  /// @return whether there were any
  boolean reap() {
    lock.lock();
    try {
      int before = threads.size();
      for (Iterator<ThreadCache> each = threads.iterator(); each.hasNext(); ) {
        ThreadCache cache = each.next();
        if (cache.isOrphan()) {
          each.remove();
          retire(cache);
        }
      }
      return threads.size() < before;
    } finally {
      lock.unlock();
    }
  }

  private void retire(ThreadCache cache) {
    unlink(cache);
    cache.abandon();
    past = past.plus(cache.counts());
  }

  /// Who walks along the caches meanwhile walks on from the one that goes.
  private void unlink(ThreadCache cache) {
    int place = ThreadCache.place(cache.owner());
    if (first(place) == cache) {
      TABLE.setRelease(table, place, cache.next());
      return;
    }
    ThreadCache before = first(place);
    while (before.next() != cache) {
      before = before.next();
    }
    before.link(cache.next());
  }

  /// Takes over what lies ready between threads and what they keep, living ones too, but for those
  /// that are taking or giving at this moment.
  ///
  /// @param busy whether also from threads that have used the pool since this was called last
  void collect(boolean busy) {
    flushOwn();
    lock.lock();
    try {
      reap();
      takeOver(wanted(busy));
      if (busy) {
        takeOverShared();
      }
      pool.drain();
    } finally {
      lock.unlock();
    }
  }

  private List<ThreadCache> wanted(boolean busy) {
    List<ThreadCache> wanted = new ArrayList<>();
    for (ThreadCache cache : threads) {
      boolean idle = cache.wasIdle();
      if ((idle || busy) && cache.keptBytes() > 0) {
        wanted.add(cache);
      }
    }
    return wanted;
  }

  /// What this thread keeps, if it is in the middle of taking from there. Else that is taken over
  /// as anybody's.
  private void flushOwn() {
    ThreadCache cache = find(Thread.currentThread());
    if (cache.isInUse()) {
      cache.flush();
    }
  }

  private void takeOver(List<ThreadCache> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    wanted.forEach(cache -> cache.bar(true));
    ProcessBarrier.issue();
    for (ThreadCache cache : wanted) {
      if (isLeft(cache)) {
        cache.flush();
      }
      cache.bar(halted);
    }
  }

  private static boolean isLeft(ThreadCache cache) {
    for (int i = 0; i < LOOKS && cache.isInUse(); i++) {
      Thread.onSpinWait();
    }
    return !cache.isInUse();
  }

  private void takeOverShared() {
    for (int i = 0; i < shared.length; i++) {
      if (sharedLocks[i].tryLock()) {
        try {
          shared[i].flush();
        } finally {
          sharedLocks[i].unlock();
        }
      }
    }
  }

  /// Lets nobody enter, and waits for those who have. [#decide] has to follow.
  ///
  /// @return false if the pool has ended before; then nothing follows
  boolean halt() {
    List<ThreadCache> all;
    lock.lock();
    try {
      awaitDecision();
      if (ended) {
        return false;
      }
      halted = true;
      all = List.copyOf(threads);
      all.forEach(cache -> cache.bar(true));
      ProcessBarrier.issue();
    } finally {
      lock.unlock();
    }
    all.forEach(ThreadCaches::awaitLeft);
    for (ReentrantLock each : sharedLocks) {
      awaitLeft(each);
    }
    return true;
  }

  /// Who has not seen that it is halted is out again when the lock can be had.
  private static void awaitLeft(ReentrantLock cacheLock) {
    cacheLock.lock();
    try {
      // whoever comes now sees it
    } finally {
      cacheLock.unlock();
    }
  }

  private static void awaitLeft(ThreadCache cache) {
    boolean interrupted = false;
    while (cache.isInUse() && !cache.isOrphan()) {
      interrupted |= Thread.interrupted(); // or it would not rest
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Takes over everything, while it is halted.
  void empty() {
    lock.lock();
    try {
      threads.forEach(ThreadCache::flush);
      for (ThreadCache cache : shared) {
        cache.flush();
      }
      pool.drain();
    } finally {
      lock.unlock();
    }
  }

  /// Ends what [#halt] began.
  ///
  /// @param end whether the pool has ended, or goes on
  void decide(boolean end) {
    lock.lock();
    try {
      ended = end;
      halted = end;
      threads.forEach(cache -> cache.bar(end));
      decided.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The counts of all threads, dead ones too, without what the pool holds.
  PoolStatistics counts() {
    lock.lock();
    try {
      PoolStatistics sum = past;
      for (ThreadCache cache : threads) {
        sum = sum.plus(cache.counts());
      }
      for (ThreadCache cache : shared) {
        sum = sum.plus(cache.counts());
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }
}
