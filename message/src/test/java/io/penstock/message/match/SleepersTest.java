package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Threads that sleep until they are woken, however long that takes.
@Timeout(60)
class SleepersTest {
  private final AtomicInteger alarms = new AtomicInteger();
  private final Sleepers sleepers = new Sleepers(alarms::incrementAndGet);
  private volatile boolean happened;

  @Test
  void allThatSleepAreWoken() throws Exception {
    List<Thread> threads = new ArrayList<>();
    CountDownLatch entered = new CountDownLatch(9);
    for (int i = 0; i < 9; i++) {
      threads.add(Thread.ofPlatform().daemon().start(() -> sleep(entered)));
    }
    entered.await();
    happened = true;
    sleepers.wake();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(alarms).hasValue(1);
    sleepers.wake();
    assertThat(alarms).as("of none that sleeps").hasValue(1);
  }

  @Test
  void whoLeavesLeavesTheOthersWhereTheyAre() throws Exception {
    CountDownLatch entered = new CountDownLatch(2);
    sleepers.enter();
    Thread one = Thread.ofPlatform().daemon().start(() -> sleep(entered));
    Thread other = Thread.ofPlatform().daemon().start(() -> sleep(entered));
    entered.await();
    sleepers.leave();
    happened = true;
    sleepers.wake();
    one.join();
    other.join();
    assertThat(alarms).hasValue(1);
  }

  private void sleep(CountDownLatch entered) {
    sleepers.enter();
    entered.countDown();
    while (!happened) {
      LockSupport.park();
    }
    sleepers.leave();
  }
}
