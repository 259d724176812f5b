package io.penstock.message.match;

/// Notices threads of other programs that want the processors, by how long they run when they are
/// let: whoever is waited for does not run for long, a stranger uses up his slice of time. Safe for
/// any thread.
final class Strangers {
  private static final long SLICE_NANOS = 200_000;

  /// How long a machine is taken for busy after one interruption, which may be chance, and after
  /// several.
  private static final long SHORTEST_MEMORY_NANOS = 300_000;

  private static final long LONGEST_MEMORY_NANOS = 100_000_000;

  private volatile long busyUntilNanos = System.nanoTime();
  private volatile long memoryNanos = SHORTEST_MEMORY_NANOS;

  /// Lets others run.
  @SuppressWarnings("ThreadPriorityCheck")
  void letRun(long nowNanos) {
    Thread.yield();
    long later = System.nanoTime();
    if (later - nowNanos > SLICE_NANOS) {
      busyUntilNanos = later + memoryNanos;
      memoryNanos = Math.min(4 * memoryNanos, LONGEST_MEMORY_NANOS);
    }
  }

  /// Whether they are at work.
  boolean areHere(long nowNanos) {
    return nowNanos - busyUntilNanos < 0;
  }

  /// Forgets them where they have not been seen for some time.
  void forget(long nowNanos) {
    long memory = memoryNanos;
    if (memory > SHORTEST_MEMORY_NANOS && nowNanos - busyUntilNanos > memory) {
      memoryNanos = SHORTEST_MEMORY_NANOS;
    }
  }
}
