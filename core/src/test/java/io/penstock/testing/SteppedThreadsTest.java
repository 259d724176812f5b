package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The scheduler that other tests trust.
class SteppedThreadsTest {
  /// So many that an end too early shows itself in most runs.
  private static final int SCHEDULES = 10_000;

  private static final int LOCKING_SCHEDULES = 100;

  private static final int LOCKING = 3;

  private static final int TIMES = 30;

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

  /// The JVM says of a thread, now and then, that it waits for the lock that it has just taken.
  @Test
  void aThreadThatHasJustTakenALockWaitsForNobody() {
    for (int seed = 0; seed < LOCKING_SCHEDULES; seed++) {
      takeALockInTurn(seed);
    }
  }

  private static void takeALockInTurn(int seed) {
    SteppedThreads threads = new SteppedThreads(seed);
    Object lock = new Object();
    AtomicInteger taken = new AtomicInteger();
    SteppedThreads.Task task =
        () -> {
          for (int i = 0; i < TIMES; i++) {
            threads.step();
            synchronized (lock) {
              threads.step();
              int _ = taken.incrementAndGet();
            }
          }
        };
    for (int i = 0; i < LOCKING; i++) {
      threads.add("" + i, task);
    }
    threads.run();
    assertThat(taken).as("seed " + seed).hasValue(LOCKING * TIMES);
  }
}
