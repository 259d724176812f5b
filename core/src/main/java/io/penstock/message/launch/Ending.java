package io.penstock.message.launch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Ends this process when its launcher wants it, or is gone.
///
/// Shutdown hooks get five seconds.
public final class Ending {
  private static final long MERCY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private Ending() {}

  static void follow(Order order) {
    if (order == Order.KILL) {
      Runtime.getRuntime().halt(order.status());
    }
    exit(order.status());
  }

  /// The launcher cannot be reached. Nobody else would end this process.
  ///
  /// @param why what has become of the launcher, within a sentence
  public static void orphaned(String why) {
    System.err.println("penstock: " + why + "; this process ends");
    exit(Order.TERMINATE.status());
  }

  /// Ends the process, without waiting for it.
  @SuppressWarnings("SystemExitOutsideMain") // what this is for
  static void exit(int status) {
    Thread.ofPlatform().daemon().name("penstock-exit").start(() -> System.exit(status));
    Thread.ofPlatform().daemon().name("penstock-halt").start(() -> halt(status));
  }

  private static void halt(int status) {
    Deadline deadline = new Deadline(System.nanoTime() + MERCY_NANOS);
    while (!deadline.passed()) {
      LockSupport.parkNanos(deadline.remainingNanos());
    }
    Runtime.getRuntime().halt(status);
  }
}
