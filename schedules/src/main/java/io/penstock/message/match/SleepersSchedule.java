package io.penstock.message.match;

import io.penstock.schedules.Threads;
import java.util.concurrent.locks.LockSupport;

/// Two threads sleep until something has happened, which a third brings about: none sleeps for
/// ever.
public final class SleepersSchedule {
  private final Sleepers sleepers = new Sleepers(() -> {});
  private volatile boolean happened;

  private SleepersSchedule() {}

  private void await() {
    sleepers.enter();
    while (!happened) {
      LockSupport.park(this);
    }
    sleepers.leave();
  }

  private void lookThenEnter() {
    if (!happened) {
      sleepers.enter();
      LockSupport.park(this);
      sleepers.leave();
    }
  }

  private void happen() {
    happened = true;
    sleepers.wake();
  }

  /// Runs it.
  public static void run() throws InterruptedException {
    SleepersSchedule night = new SleepersSchedule();
    Threads.run(night::await, night::await, night::happen);
  }

  /// A planted bug: a thread looks before it enters.
  public static void runPlanted() throws InterruptedException {
    SleepersSchedule night = new SleepersSchedule();
    Threads.run(night::lookThenEnter, night::happen);
  }
}
