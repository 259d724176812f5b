package io.penstock.file;

import io.penstock.schedules.Threads;
import java.util.concurrent.Semaphore;

/// Two threads hand something over to a third, which sleeps while there is nothing: it takes both
/// things, and does not sleep for ever.
public final class InboxSchedule {
  private final RingPoller.Inbox<String> inbox = new RingPoller.Inbox<>();

  /// In place of the event that the kernel waits for.
  private final Semaphore event = new Semaphore(0);

  private InboxSchedule() {}

  private void take() throws InterruptedException {
    int taken = 0;
    while (taken < 2) {
      if (inbox.fallAsleep()) {
        event.acquire();
      }
      inbox.wakeUp();
      while (inbox.poll() != null) {
        taken++;
      }
    }
  }

  private void add() {
    if (inbox.add("a batch")) {
      event.release();
    }
  }

  /// Runs it.
  public static void run() throws InterruptedException {
    InboxSchedule schedule = new InboxSchedule();
    Threads.run(schedule::take, schedule::add, schedule::add);
    Threads.require(schedule.inbox.poll() == null, "something is left");
  }
}
