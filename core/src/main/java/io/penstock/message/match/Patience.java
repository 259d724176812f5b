package io.penstock.message.match;

/// How long a thread that waits looks before it sleeps.
///
/// On processors that have nothing else to do, looking is worth more than it costs: to wake a
/// sleeping thread takes tens of microseconds. Between looks others may run, because whoever is
/// waited for may have the same processor, and comes to nothing while somebody spins there. On busy
/// processors both are ruinous: who looks uses up the time for which others wait, and who lets
/// others run gets his turn again when their time is over. A thread notices which it is by how long
/// the others ran. Safe for any thread.
public final class Patience {
  private static final long LONG_NANOS = 100_000;
  private static final long SHORT_NANOS = 3_000;

  /// Who is waited for does not run this long; a stranger does.
  private static final long INTERRUPTED_NANOS = 200_000;

  /// How long a machine is taken for busy after one interruption, which may be chance, and after
  /// several.
  private static final long SHORTEST_MEMORY_NANOS = 300_000;

  private static final long LONGEST_MEMORY_NANOS = 100_000_000;

  private final boolean crowded;
  private volatile long busyUntilNanos = System.nanoTime();
  private volatile long memoryNanos = SHORTEST_MEMORY_NANOS;

  /// @param ranks how many may be looking at the same time on this machine
  public Patience(int ranks) {
    this.crowded = ranks > Runtime.getRuntime().availableProcessors();
  }

  /// Passes the time between two looks.
  @SuppressWarnings("ThreadPriorityCheck")
  void pause() {
    long before = System.nanoTime();
    if (isBusy(before)) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
      othersRan(before, System.nanoTime());
    }
  }

  private void othersRan(long fromNanos, long toNanos) {
    if (toNanos - fromNanos > INTERRUPTED_NANOS) {
      busyUntilNanos = toNanos + memoryNanos;
      memoryNanos = Math.min(4 * memoryNanos, LONGEST_MEMORY_NANOS);
    }
  }

  /// Notes that looking was worth it.
  void rewarded(long nowNanos) {
    long memory = memoryNanos;
    if (memory > SHORTEST_MEMORY_NANOS && nowNanos - busyUntilNanos > memory) {
      memoryNanos = SHORTEST_MEMORY_NANOS;
    }
  }

  /// Whether a thread that has been looking since then should sleep.
  boolean isOver(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > (isBusy(nowNanos) ? SHORT_NANOS : LONG_NANOS);
  }

  private boolean isBusy(long nowNanos) {
    return crowded || nowNanos - busyUntilNanos < 0;
  }
}
