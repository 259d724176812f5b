package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// The scheduler that other tests trust.
class SteppedThreadsTest {
  /// So many that an end too early shows itself in most runs.
  private static final int SCHEDULES = 10_000;

  @Test
  void aScheduleEndsAfterThreadsAddedByThoseThatHaveEnded() {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      SteppedThreads threads = new SteppedThreads(seed);
      AtomicBoolean done = new AtomicBoolean();
      threads.add("first", () -> threads.add("second", () -> done.set(true)));
      threads.run();
      assertThat(done).as("seed " + seed).isTrue();
    }
  }
}
