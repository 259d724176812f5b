package io.penstock.message.match;

import java.util.concurrent.atomic.AtomicInteger;

/// A waiting strategy: what a thread does between two looks at an endpoint, and how long it looks
/// before it sleeps. Safe for any thread.
///
/// It notices when threads of other programs want the processors, by how long a yield takes: a
/// thread of this job that is waited for does not run for long, one of another program uses up its
/// time slice. On such a machine it yields no more, because each yield would hand out a slice.
public final class IdleStrategy {
  /// Longer yields are taken for another program's time slice.
  private static final long SLICE_NANOS = 200_000;

  /// How long a machine is taken for busy after one such yield, which may be chance, and after
  /// several.
  private static final long SHORTEST_MEMORY_NANOS = 300_000;

  private static final long LONGEST_MEMORY_NANOS = 100_000_000;

  private static final long ALONE_NANOS = 50_000;

  private enum Mode {
    YIELDING,
    POLLING
  }

  private final Mode mode;
  private final boolean crowded;
  private final int room;
  private final long longNanos;
  private final long busyNanos;
  private final AtomicInteger helpers = new AtomicInteger();
  private volatile long busyUntilNanos = System.nanoTime();
  private volatile long memoryNanos = SHORTEST_MEMORY_NANOS;

  private IdleStrategy(Mode mode, boolean crowded, int room, long longNanos, long busyNanos) {
    this.mode = mode;
    this.crowded = crowded;
    this.room = room;
    this.longNanos = longNanos;
    this.busyNanos = busyNanos;
  }

  /// Looks for a tenth of a millisecond and yields between looks: for ranks that can be woken.
  ///
  /// On idle processors, looking is worth more than it costs: to wake a sleeping thread takes tens
  /// of microseconds. Yielding lets a thread run that has the same processor and is waited for. On
  /// busy processors both are ruinous: looking uses up the time for which others wait, and a yield
  /// lasts until their time is over. There a thread looks for a moment only.
  ///
  /// @param ranks the number of ranks that may be looking at the same time on this machine
  public static IdleStrategy yielding(int ranks) {
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    return new IdleStrategy(Mode.YIELDING, crowded, 0, 100_000, 3_000);
  }

  /// Looks for 5 ms: for ranks that cannot be woken.
  ///
  /// Where each thread of a rank has a processor it looks without a pause. It yields now and then,
  /// because the rank that is waited for may be on the same processor after all; not on a busy
  /// machine, where two ranks would hardly ever be awake at the same time. Where threads share
  /// processors it yields after each look.
  ///
  /// @param processors of each rank; 0 if ranks share one
  public static IdleStrategy polling(int processors) {
    return new IdleStrategy(Mode.POLLING, false, processors, 5_000_000, 5_000_000);
  }

  /// Counts a [Helper] that has something to do from now on.
  void addHelper() {
    helpers.getAndIncrement();
  }

  /// Counts one less.
  void removeHelper() {
    helpers.getAndDecrement();
  }

  /// Passes the time between two looks.
  ///
  /// @param sinceNanos when something came last
  @SuppressWarnings("ThreadPriorityCheck") // nothing depends on the yield but speed
  void idle(long sinceNanos) {
    if (mode == Mode.POLLING && helpersBeside() >= room) {
      Thread.yield();
      return;
    }
    long now = System.nanoTime();
    if (mode == Mode.YIELDING && isBusy(now)) {
      Thread.onSpinWait();
    } else if (mode == Mode.YIELDING || (now - sinceNanos > ALONE_NANOS && !isBusy(now))) {
      yieldAndMeasure(now);
    }
  }

  /// A helper that looks counts itself: it leaves the processor to threads of the program.
  private int helpersBeside() {
    return helpers.getPlain() + (Thread.currentThread() instanceof Helper ? 1 : 0);
  }

  @SuppressWarnings("ThreadPriorityCheck") // nothing depends on the yield but speed
  private void yieldAndMeasure(long nowNanos) {
    Thread.yield();
    long later = System.nanoTime();
    if (later - nowNanos > SLICE_NANOS) {
      busyUntilNanos = later + memoryNanos;
      memoryNanos = Math.min(4 * memoryNanos, LONGEST_MEMORY_NANOS);
    }
  }

  private boolean isBusy(long nowNanos) {
    return crowded || nowNanos - busyUntilNanos < 0;
  }

  /// Notes that looking was worth it: other programs that have not been noticed for some time are
  /// forgotten.
  void rewarded(long nowNanos) {
    long memory = memoryNanos;
    if (memory > SHORTEST_MEMORY_NANOS && nowNanos - busyUntilNanos > memory) {
      memoryNanos = SHORTEST_MEMORY_NANOS;
    }
  }

  /// Whether a thread that has been looking since then should sleep.
  boolean isOver(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > (isBusy(nowNanos) ? busyNanos : longNanos);
  }
}
