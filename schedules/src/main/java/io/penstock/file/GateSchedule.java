package io.penstock.file;

import io.penstock.schedules.Threads;
import java.util.concurrent.atomic.AtomicInteger;

/// Two threads go through a gate while a third closes it: when that has happened nobody is inside,
/// nobody comes in any more, and nobody waits for ever.
public final class GateSchedule {
  private final Gate gate = new Gate();
  private final AtomicInteger inside = new AtomicInteger();

  private GateSchedule() {}

  private void pass() {
    while (gate.enter()) {
      inside.incrementAndGet();
      inside.decrementAndGet();
      gate.leave();
    }
  }

  private void close() {
    Threads.require(gate.close(), "it was closed before");
    Threads.require(inside.get() == 0, "somebody is inside");
    Threads.require(!gate.enter(), "somebody comes in");
  }

  /// Runs it.
  public static void run() throws InterruptedException {
    GateSchedule schedule = new GateSchedule();
    Threads.run(schedule::pass, schedule::pass, schedule::close);
  }
}
