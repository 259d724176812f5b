package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LiveThreadsTest {
  @Test
  void aThreadOfTheProgramMayComeAsLongAsItLives() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    List<Thread> threads =
        List.of(
            Thread.ofPlatform().name("late \"one\"").start(() -> await(begun, end)),
            Thread.ofVirtual().name("late two").start(() -> await(begun, end)));
    begun.await();
    assertThat(LiveThreads.thatMayCome(true)).contains("'late \"one\"'", "'late two'");
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(LiveThreads.thatMayCome(true)).doesNotContain("'late \"one\"'", "'late two'");
  }

  private static void await(CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anIdleThreadOfAPoolDoesNotCome() throws Exception {
    try (ExecutorService pool =
        Executors.newFixedThreadPool(1, Thread.ofPlatform().name("idle").factory())) {
      Future<?> done = pool.submit(() -> {});
      done.get();
      while (LiveThreads.thatMayCome(true).contains("'idle'")) {
        Thread.onSpinWait(); // on its way back to the pool
      }
    }
  }

  @Test
  void timersMayCome() {
    Timer timer = new Timer("timer", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {}
        },
        3_600_000);
    try (ScheduledExecutorService pool =
        Executors.newScheduledThreadPool(1, Thread.ofPlatform().name("scheduled").factory())) {
      Future<?> never = pool.schedule(() -> {}, 1, TimeUnit.HOURS);
      while (!LiveThreads.thatMayCome(true).contains("'scheduled'")) {
        Thread.onSpinWait(); // on its way to the pool
      }
      assertThat(LiveThreads.thatMayCome(true)).contains("'timer'", "'scheduled'");
      never.cancel(true);
      pool.shutdownNow();
    } finally {
      timer.cancel();
    }
  }

  @Test
  void aProgramMayPromiseThatNoneComes() {
    System.setProperty("penstock.message.threadLevel", "funneled");
    try {
      assertThat(LiveThreads.thatMayCome(true)).isEmpty();
    } finally {
      System.clearProperty("penstock.message.threadLevel");
    }
  }

  /// Without any promise: no other thread lives.
  @Test
  void aProgramWhoseRanksHaveOneThreadEachIsEnded() throws IOException {
    List<String> options =
        List.of(ChildJvm.NATIVE_ACCESS, "-Dpenstock.message.deadlockSeconds=0.5");
    try (ChildJvm program = ChildJvm.start(options, Map.of(), DeadlockedRanks.class)) {
      assertThat(program.hearAll()).isEmpty();
      assertThat(program.end()).isEqualTo(1);
      assertThat(program.errors())
          .contains("CollectiveMismatchException: rank 0 of the job has been in barrier for")
          .contains("each waits for the other");
    }
  }
}
