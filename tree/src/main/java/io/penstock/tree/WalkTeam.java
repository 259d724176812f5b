package io.penstock.tree;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A work-stealing team of the threads of one walk: an idle worker takes half of the names of
/// another one's least deep folder.
///
/// **Progress.** Names change hands in the lists of folders alone, and the last name of the folder
/// that a worker is in is not taken ([Walker#half]). So who takes names enters or visits the first
/// of them before it comes for more, and no more lists change hands than there are names.
///
/// **Termination.** A worker that has names before it, a listing that goes on, or a list that it
/// has just taken is not idle; only who found nothing to take, or has just been started, is. Work
/// comes from work alone: when all are idle there is none, and the last to become idle ends the
/// walk. It waits for no thread that has not begun to run: such a one finds that the walk has
/// ended.
///
/// **Cost.** Of those who are idle one looks for work, after pauses that grow to a millisecond; it
/// wakes, or starts, the next when it has found some. So a walk that is over soon, or has little
/// that can be shared, costs no more with many workers than with two.
final class WalkTeam {
  private static final long SHORTEST_PAUSE_NANOS = 50_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  /// The most folders that a worker keeps open, however many more there could be.
  private static final int MOST_OPEN = 64;

  /// Rather than fewer folders, fewer workers have them open.
  private static final int FEW = 6;

  private static final int FEWEST = 2;

  /// Other descriptors of a worker: on its way up, and the two files of a copy.
  private static final int BESIDES = 3;

  private final WalkRules rules;
  private final TreeVisitor visitor;
  private final Errors errors;
  private final int mostOpen;
  private final List<Walker> walkers = new CopyOnWriteArrayList<>();
  private final Map<Walker, Thread> helpers = new LinkedHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private int members;
  private int idle;
  private boolean watched; // an idle worker looks for work
  private volatile boolean ended;
  private @Nullable Throwable failure;

  private WalkTeam(WalkRules rules, int threads, int folders, TreeVisitor visitor, Errors errors) {
    this.rules = rules;
    int workers = Math.clamp(folders / (FEW + BESIDES), 1, threads);
    this.mostOpen = Math.clamp(folders / workers - BESIDES, FEWEST, MOST_OPEN);
    this.members = rules.sorted() ? 1 : workers;
    this.visitor = visitor;
    this.errors = errors;
  }

  /// The number of folders that so many workers would keep open without a limit.
  static int folders(int threads) {
    return Math.clamp((long) threads * (MOST_OPEN + BESIDES), 1, Integer.MAX_VALUE);
  }

  /// Visits everything below `root`, which is closed then.
  ///
  /// @param folders that may be open at once
  /// @return how many entries there were
  static long run(
      WalkRules rules, int threads, int folders, TreeVisitor visitor, Errors errors, WalkLevel root)
      throws IOException {
    return new WalkTeam(rules, threads, folders, visitor, errors).run(root);
  }

  private long run(WalkLevel root) throws IOException {
    Walker first = walker(root);
    if (members > 1) {
      watched = true;
      lock.lock();
      try {
        startHelper();
      } finally {
        lock.unlock();
      }
    }
    first.run();
    joinHelpers();
    rethrow();
    return walkers.stream().mapToLong(Walker::entries).sum();
  }

  private Walker walker(@Nullable WalkLevel first) {
    Walker walker = new Walker(rules, mostOpen, visitor, errors, this, first);
    walkers.add(walker);
    return walker;
  }

  // The walk does without a worker that cannot be started.
  private void startHelper() {
    Walker walker = walker(null);
    String name = "penstock-walk-" + (walkers.size() - 1);
    try {
      Thread _ = helpers.put(walker, Thread.ofPlatform().daemon().name(name).start(walker));
      idle++;
    } catch (OutOfMemoryError _) {
      walkers.remove(walker);
      members = walkers.size();
      watched = false;
    }
  }

  /// Whether all is done, or a failure has ended the walk.
  boolean ended() {
    return ended;
  }

  /// The next work of a worker that has none.
  ///
  /// @param watching whether it is the one to look for work, as who has just been started is
  /// @return null when there is no more, or the walk has ended: what is before the workers then is
  ///   nobody's any more
  @Nullable WalkLevel next(boolean watching) throws IOException {
    WalkLevel found = watching ? null : steal();
    boolean looking = watching;
    long pause = SHORTEST_PAUSE_NANOS;
    boolean started = watching;
    while (found == null && rest(started, looking, pause)) {
      started = false;
      looking = true;
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      found = steal();
    }
    if (looking && found != null) {
      relieve();
    }
    return found;
  }

  private @Nullable WalkLevel steal() throws IOException {
    int all = walkers.size();
    int from = ThreadLocalRandom.current().nextInt(all);
    for (int i = 0; i < all && !ended; i++) {
      WalkLevel half = walkers.get((from + i) % all).half();
      if (half != null) {
        return half;
      }
    }
    return null;
  }

  /// Waits until it is the caller's turn to look for work, and then a while.
  ///
  /// @param started whether it is idle already, since it has just been started
  /// @return false when the walk has ended
  @SuppressWarnings("WaitNotInLoop") // an early wake-up means an early look for work
  private boolean rest(boolean started, boolean watching, long pause) {
    lock.lock();
    try {
      idle += started ? 0 : 1;
      if (idle == walkers.size()) {
        end();
      }
      while (!ended && watched && !watching) {
        change.await();
      }
      if (!ended) {
        watched = true;
        long _ = change.awaitNanos(pause);
      }
      idle--;
    } catch (InterruptedException e) {
      fail(e);
    } finally {
      lock.unlock();
    }
    return !ended;
  }

  /// Lets another one look for work.
  private void relieve() {
    lock.lock();
    try {
      if (!ended && idle == 0 && walkers.size() < members) {
        startHelper();
      } else {
        watched = false;
        change.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    ended = true;
    change.signalAll();
  }

  void fail(Throwable e) {
    lock.lock();
    try {
      Throwable first = failure;
      if (first == null) {
        failure = e;
      } else if (!first.equals(e)) {
        first.addSuppressed(e);
      }
      end();
    } finally {
      lock.unlock();
    }
  }

  private void joinHelpers() {
    Map<Walker, Thread> all;
    lock.lock(); // no more are started
    try {
      all = Map.copyOf(helpers);
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    for (Map.Entry<Walker, Thread> helper : all.entrySet()) {
      interrupted |= helper.getKey().hasBegun() && join(helper.getValue());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean join(Thread helper) {
    boolean interrupted = false;
    while (true) {
      try {
        helper.join();
        return interrupted;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
  }

  private void rethrow() throws IOException {
    if (failure != null) {
      switch (failure) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case InterruptedException e -> {
          Thread.currentThread().interrupt();
          throw new IOException("the walk was interrupted", e);
        }
        default -> throw new AssertionError(failure);
      }
    }
  }
}
