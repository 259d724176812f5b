package io.penstock.message.match;

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
    SPINNING,
    TAKING_TURNS
  }

  private final Mode mode;
  private final boolean crowded;
  private final long longNanos;
  private final long busyNanos;
  private volatile long busyUntilNanos = System.nanoTime();
  private volatile long memoryNanos = SHORTEST_MEMORY_NANOS;

  private IdleStrategy(Mode mode, boolean crowded, long longNanos, long busyNanos) {
    this.mode = mode;
    this.crowded = crowded;
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
    return new IdleStrategy(Mode.YIELDING, crowded, 100_000, 3_000);
  }

  /// Looks without a pause, for 5 ms: for ranks that have a processor each and cannot be woken.
  ///
  /// It yields now and then, because the rank that is waited for may be on the same processor after
  /// all; not on a busy machine, where two ranks would hardly ever be awake at the same time.
  public static IdleStrategy spinning() {
    return new IdleStrategy(Mode.SPINNING, false, 5_000_000, 5_000_000);
  }

  /// Yields after each look, for 5 ms: for ranks that share processors and cannot be woken.
  public static IdleStrategy takingTurns() {
    return new IdleStrategy(Mode.TAKING_TURNS, false, 5_000_000, 5_000_000);
  }

  /// Passes the time between two looks.
  ///
  /// @param sinceNanos when something came last
  @SuppressWarnings("ThreadPriorityCheck") // nothing depends on the yield but speed
  void idle(long sinceNanos) {
    if (mode == Mode.TAKING_TURNS) {
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
