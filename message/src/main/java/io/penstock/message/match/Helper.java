package io.penstock.message.match;

import java.util.concurrent.atomic.AtomicLong;

/// A thread of the library that takes part in operations of all ranks for the program, and sends
/// and receives nothing else.
///
/// It keeps nothing of the thread that made it: no thread-local, and no context class loader.
public final class Helper extends Thread {
  private static final AtomicLong MADE = new AtomicLong();

  /// A thread of collective operations.
  public Helper(Runnable task) {
    this("penstock-collectives-" + MADE.getAndIncrement(), task);
  }

  private Helper(String name, Runnable task) {
    super(null, task, name, 0, false);
    setDaemon(true);
  }

  /// A thread that serves other ranks.
  ///
  /// @param name beginning with `penstock-`
  public static Helper named(String name, Runnable task) {
    return new Helper(name, task);
  }
}
