package io.penstock.text;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Options of a [LineFollower]: where it begins, how often it looks, and who is told of rotations.
/// Immutable.
///
/// Where nothing else is said it looks ten times a second, and nobody is told.
public final class FollowOptions {
  private static final Duration LEAST_INTERVAL = Duration.ofMillis(1);
  private static final Duration MOST_INTERVAL = Duration.ofHours(1);
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /// The place in a file from which on its lines are shown.
  interface Begin {
    long in(GrowingFile file) throws IOException;
  }

  /// A wait between two looks at a file.
  interface Idle {
    /// Waits until the follower is closed, or for an interval.
    ///
    /// @return whether it was closed
    boolean await(CountDownLatch closed, Duration interval) throws InterruptedException;
  }

  final Begin begin;
  final Duration interval;
  final Consumer<? super FollowEvent> listener;
  final Idle idle;

  private FollowOptions(
      Begin begin, Duration interval, Consumer<? super FollowEvent> listener, Idle idle) {
    this.begin = begin;
    this.interval = interval;
    this.listener = listener;
    this.idle = idle;
  }

  private static FollowOptions beginning(Begin begin) {
    return new FollowOptions(
        begin,
        INTERVAL,
        _ -> {},
        (closed, interval) -> closed.await(interval.toNanos(), TimeUnit.NANOSECONDS));
  }

  /// All lines of the file, then those that come: `tail -n +1 -F`.
  public static FollowOptions all() {
    return from(0);
  }

  /// The lines that end from now on, one that has begun already included: `tail -n 0 -F`.
  public static FollowOptions newLines() {
    return last(0);
  }

  /// The last lines of the file, one that has not ended included, then those that come: `tail -n
  /// LINES -F`.
  ///
  /// @throws IllegalArgumentException if it is negative
  public static FollowOptions last(long lines) {
    if (lines < 0) {
      throw new IllegalArgumentException("the last " + lines + " lines; 0 for new ones alone");
    }
    return beginning(file -> file.beginOfLast(lines));
  }

  /// The lines from an offset on, where one begins, to go on where an earlier follower has ended:
  /// at [Line#offset()] of its last line and the length of [Line#withEnd()] behind. A file that is
  /// shorter has been truncated.
  ///
  /// @param offset in bytes
  /// @throws IllegalArgumentException if it is negative
  public static FollowOptions from(long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("lines from byte " + offset + "; 0 for all");
    }
    return beginning(_ -> offset);
  }

  /// Looks so often whether there is more, instead of each 100 ms: a line is seen so late at most.
  ///
  /// @throws IllegalArgumentException if it is less than a millisecond or more than an hour
  public FollowOptions withInterval(Duration time) {
    if (time.compareTo(LEAST_INTERVAL) < 0 || time.compareTo(MOST_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "an interval of " + time + "; there may be a millisecond to an hour");
    }
    return new FollowOptions(begin, time, listener, idle);
  }

  /// Tells of rotations and truncations, in the thread that takes the lines: behind the last line
  /// before the change and before the first one after it.
  public FollowOptions reporting(Consumer<? super FollowEvent> told) {
    return new FollowOptions(begin, interval, told, idle);
  }

  /// Waits in another way, for tests.
  FollowOptions idling(Idle other) {
    return new FollowOptions(begin, interval, listener, other);
  }
}
