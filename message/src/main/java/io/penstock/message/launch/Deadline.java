package io.penstock.message.launch;

import java.time.Duration;

/// A point in time by which something must have happened, on the monotonic clock.
///
/// @param nanos as [System#nanoTime] counts
public record Deadline(long nanos) {
  /// The moment after a span that begins now.
  public static Deadline after(Duration span) {
    return new Deadline(System.nanoTime() + span.toNanos());
  }

  /// Nanoseconds that are left, 0 when it has passed.
  public long remainingNanos() {
    return Math.max(0, nanos - System.nanoTime());
  }

  /// Milliseconds that are left, rounded up: 0 only when it has passed.
  public int remainingMillis() {
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, Math.ceilDiv(remainingNanos(), 1_000_000L)));
  }

  /// Whether it has passed.
  public boolean passed() {
    return remainingNanos() == 0;
  }

  /// The earlier of the two.
  public Deadline or(Deadline other) {
    return nanos - other.nanos <= 0 ? this : other;
  }
}
