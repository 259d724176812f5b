package io.penstock.report;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// A count of steps, and an estimate of how long the others will take, judged by those so far. For
/// use under its owner's lock.
final class Pace {
  private final InstantSource clock;
  private final Instant start;
  private long steps;
  private long done;

  Pace(long steps, InstantSource clock) {
    this.clock = clock;
    this.start = clock.instant();
    this.steps = Math.max(0, steps);
  }

  void stepDone() {
    done++;
    steps = Math.max(steps, done);
  }

  void skip(long count) {
    steps = Math.max(done, steps - count);
  }

  double part() {
    return steps == 0 ? 0 : (double) done / steps;
  }

  long percent() {
    return (long) Math.floor(part() * 100);
  }

  Duration elapsed() {
    return Duration.between(start, clock.instant());
  }

  /// Empty as long as nothing is done.
  Optional<Duration> remaining() {
    return done == 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(elapsed().toMillis() / done * (steps - done)));
  }

  String words() {
    String passed = Numbers.duration(elapsed());
    return remaining()
        .map(rest -> passed + ", about " + Numbers.duration(rest) + " left")
        .orElse(passed);
  }
}
