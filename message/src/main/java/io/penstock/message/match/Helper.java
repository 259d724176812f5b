package io.penstock.message.match;

import java.util.concurrent.atomic.AtomicLong;

/// A thread of the library that takes part in operations of all ranks for the program, and sends
/// and receives nothing else.
///
/// It keeps nothing of the thread that made it: no thread-local, and no context class loader.
public final class Helper extends Thread {
  private static final AtomicLong MADE = new AtomicLong();

  public Helper(Runnable task) {
    super(null, task, "penstock-collectives-" + MADE.getAndIncrement(), 0, false);
    setDaemon(true);
  }
}
