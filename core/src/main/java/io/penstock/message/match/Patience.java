package io.penstock.message.match;

/// How long a waiting thread looks before it sleeps.
///
/// On processors that have nothing else to do, looking is worth more than it costs: to wake a
/// sleeping thread takes tens of microseconds. On busy ones it is ruinous: who looks uses up the
/// time for which others wait, and loses his turn to those who slept. A thread that looks notices
/// which it is: a look in which nothing was done, and that yet took long, was interrupted. Safe for
/// any thread.
public final class Patience {
  private static final long LONG_NANOS = 100_000;
  private static final long SHORT_NANOS = 3_000;

  /// No look takes this long by itself.
  private static final long INTERRUPTED_NANOS = 50_000;

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

  /// Notes a look in which nothing was done.
  void looked(long fromNanos, long toNanos) {
    if (toNanos - fromNanos > INTERRUPTED_NANOS) {
      busyUntilNanos = toNanos + memoryNanos;
      memoryNanos = Math.min(4 * memoryNanos, LONGEST_MEMORY_NANOS);
    }
  }

  /// Notes that looking was worth it.
  void rewarded(long nowNanos) {
    if (memoryNanos > SHORTEST_MEMORY_NANOS && nowNanos - busyUntilNanos > 0) {
      memoryNanos = SHORTEST_MEMORY_NANOS;
    }
  }

  /// Whether a thread that has been looking since then should sleep.
  boolean isOver(long sinceNanos, long nowNanos) {
    boolean busy = crowded || nowNanos - busyUntilNanos < 0;
    return nowNanos - sinceNanos > (busy ? SHORT_NANOS : LONG_NANOS);
  }
}
