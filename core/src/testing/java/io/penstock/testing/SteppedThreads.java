package io.penstock.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A seeded scheduler of real threads, one of which runs at a time.
///
/// Each goes on until it comes to a [#step()], where a random generator chooses the next one: the
/// same seed makes the same schedule. A thread that waits for a lock of another one, or polls for
/// it, is left waiting and another is chosen; where all wait, that is a deadlock, and an error.
/// Code under test needs no change but calls of [#step()] at the places of interest, by hooks that
/// it has.
public final class SteppedThreads {
  /// A slow machine is no deadlock.
  private static final long MOST_NANOS = 10_000_000_000L;

  private static final long LOOK_NANOS = 50_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// What a thread does that this scheduler runs.
  public interface Task {
    void run() throws Exception;
  }

  private final class Stepped {
    final Thread thread;
    volatile boolean atStep = true;
    volatile boolean ended;
    volatile @Nullable BooleanSupplier until;

    Stepped(String name, Task task) {
      this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> live(this, task));
    }
  }

  private final SplittableRandom random;
  private final double changes;

  /// Read without a lock: a thread that waits for one of the scheduler's own would look like one
  /// that waits for another thread.
  private final List<Stepped> all = new CopyOnWriteArrayList<>();

  private volatile @Nullable Stepped turn;

  private final AtomicLong turns = new AtomicLong();

  private volatile @Nullable Throwable failure;

  public SteppedThreads(long seed) {
    this.random = new SplittableRandom(seed);
    this.changes = new double[] {0.05, 0.3, 0.9}[random.nextInt(3)];
  }

  /// Adds a thread; also from one that is running.
  public void add(String name, Task task) {
    Stepped added = new Stepped(name, task);
    boolean _ = all.add(added);
    added.thread.start();
  }

  /// Runs all until they have ended.
  ///
  /// @throws AssertionError if one of them fails, or all wait
  public void run() {
    give(null, null);
    long start = System.nanoTime();
    long seen = 0;
    while (failure == null && !isOver()) {
      LockSupport.parkNanos(LOOK_NANOS);
      Stepped holder = turn;
      if (holder != null) {
        look(holder);
      }
      start = turns.get() == seen ? start : System.nanoTime();
      seen = turns.get();
      if (System.nanoTime() - start > MOST_NANOS) {
        fail(new AssertionError("a thread comes to no step: " + stacks()));
      }
    }
    Throwable failed = failure;
    if (failed != null) {
      throw new AssertionError(failed.getMessage(), failed);
    }
  }

  /// A thread may add another one and end while these are looked through.
  private boolean isOver() {
    List<Stepped> seen = List.copyOf(all);
    return seen.stream().allMatch(each -> each.ended) && all.size() == seen.size();
  }

  /// How often a thread was chosen.
  public long turns() {
    return turns.get();
  }

  /// A place at which another thread may go on; nothing in a thread of somebody else's.
  public void step() {
    Stepped mine = mine();
    if (mine == null) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    mine.until = null;
    mine.atStep = true;
    give(mine, mine);
    await(mine);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Says that this thread looks again and again, from now to its next step, until others have done
  /// something.
  public void pollsUntil(BooleanSupplier done) {
    Stepped mine = mine();
    if (mine != null) {
      mine.until = done;
    }
  }

  private @Nullable Stepped mine() {
    for (Stepped each : all) {
      if (each.thread.threadId() == Thread.currentThread().threadId()) {
        return each;
      }
    }
    return null;
  }

  private void live(Stepped mine, Task task) {
    try {
      await(mine);
      task.run();
    } catch (Throwable e) {
      fail(e);
    }
    mine.ended = true;
    if (failure == null) {
      give(mine, mine);
    }
  }

  private void fail(Throwable e) {
    if (failure == null) {
      failure = e;
    }
    for (Stepped each : all) {
      LockSupport.unpark(each.thread);
    }
  }

  private void await(Stepped mine) {
    while (turn != mine) {
      requireGoing();
      LockSupport.park(this);
    }
    mine.atStep = false;
    requireGoing();
  }

  private void requireGoing() {
    if (failure != null) {
      throw new Ended();
    }
  }

  /// Ends the other threads of a schedule that has failed.
  private static final class Ended extends Error {
    private static final long serialVersionUID = 1;

    Ended() {
      super("another thread has failed", null, false, false);
    }
  }

  // ---- turns -----------------------------------------------------------------------------------

  /// Chooses the next thread, unless another one has done so by now: those that call this have come
  /// to a step or ended, or are the one that looks.
  ///
  /// @param holder has the turn
  /// @param giver may keep it
  private synchronized void give(@Nullable Stepped holder, @Nullable Stepped giver) {
    if (turn == holder) {
      Stepped chosen = choose(giver);
      if (chosen != null && chosen != turn) {
        long _ = turns.incrementAndGet();
        turn = chosen;
        LockSupport.unpark(chosen.thread);
      }
    }
  }

  /// Gives the turn of a thread that waits for others to one of those.
  ///
  /// @param holder had the turn a moment ago
  private void look(Stepped holder) {
    if (turn == holder && !holder.atStep && !holder.ended && waits(holder)) {
      give(holder, null);
    }
  }

  private @Nullable Stepped choose(@Nullable Stepped giver) {
    List<Stepped> ready = ready(giver);
    if (ready.isEmpty()) {
      return null;
    }
    boolean same = giver != null && ready.contains(giver) && random.nextDouble() > changes;
    return same ? giver : ready.get(random.nextInt(ready.size()));
  }

  /// Those that can go on. Where there is none it is looked again, once for each thread: one that
  /// was seen waiting may have gone on since, when the next one ended.
  private List<Stepped> ready(@Nullable Stepped giver) {
    for (int looks = 0; looks <= all.size(); looks++) {
      settle(giver);
      List<Stepped> ready = all.stream().filter(each -> each.atStep && !each.ended).toList();
      if (!ready.isEmpty() || isOver() || failure != null) {
        return ready;
      }
    }
    fail(new AssertionError("deadlock: " + stacks()));
    return List.of();
  }

  /// Lets those come to a step that waited and do not wait any more.
  private void settle(@Nullable Stepped giver) {
    long start = System.nanoTime();
    for (Stepped each : all) {
      while (each != giver && !each.atStep && !each.ended && !waits(each) && failure == null) {
        Thread.onSpinWait();
        if (System.nanoTime() - start > MOST_NANOS) {
          fail(new AssertionError("a thread comes to no step: " + stacks()));
        }
      }
    }
  }

  private boolean waits(Stepped one) {
    return switch (one.thread.getState()) {
      case BLOCKED -> isStopped(owner(one));
      case TIMED_WAITING -> polls(one);
      case NEW, RUNNABLE, WAITING, TERMINATED -> false;
    };
  }

  private static boolean polls(Stepped one) {
    BooleanSupplier done = one.until;
    return done != null && !done.getAsBoolean();
  }

  /// Whether a thread holds what it holds until it is given a turn; others of this scheduler may
  /// wait for one another.
  private boolean isStopped(@Nullable Stepped one) {
    return one != null
        && !one.ended
        && (one.atStep
            || one.thread.threadId() == Thread.currentThread().threadId()
            || polls(one)
            || isBlocked(one));
  }

  private boolean isBlocked(Stepped one) {
    return one.thread.getState() == Thread.State.BLOCKED && owner(one) != null;
  }

  /// The thread that holds the lock that another one waits for; null where it holds it itself, as
  /// for a moment before the JVM calls it runnable again.
  private @Nullable Stepped owner(Stepped one) {
    ThreadInfo info = THREADS.getThreadInfo(one.thread.threadId());
    for (Stepped each : all) {
      if (info != null && each != one && each.thread.threadId() == info.getLockOwnerId()) {
        return each;
      }
    }
    return null;
  }

  private String stacks() {
    StringBuilder text = new StringBuilder();
    for (Stepped each : all) {
      if (!each.ended) {
        text.append("\n").append(each.thread.getName()).append(each.atStep ? ", at a step" : "");
        for (StackTraceElement element : each.thread.getStackTrace()) {
          text.append("\n    ").append(element);
        }
      }
    }
    return text.toString();
  }
}
