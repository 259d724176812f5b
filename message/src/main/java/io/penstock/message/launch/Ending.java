package io.penstock.message.launch;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Ends this process when its launcher wants it, or is gone.
///
/// Shutdown hooks get five seconds, or the time that is said.
public final class Ending {
  private static final Duration MERCY = Duration.ofSeconds(5);
  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final int FAILED = 1;

  private Ending() {}

  /// Ends this process, and with it the job that it is there for; does not return.
  ///
  /// @param why the reason, as part of a sentence
  @SuppressWarnings("SystemExitOutsideMain") // what this is for
  public static void abort(int status, String why) {
    System.err.println("penstock: " + why);
    limit(status, MERCY);
    System.exit(status);
  }

  static void follow(Order order) {
    if (order == Order.KILL) {
      Runtime.getRuntime().halt(order.status());
    }
    exit(order.status());
  }

  /// The launcher cannot be reached. Nothing else would end this process.
  ///
  /// @param why the state of the launcher, as part of a sentence
  public static void orphaned(String why) {
    leave(why, Order.TERMINATE.status());
  }

  /// The launcher was never reached. It may be there, and reads the exit status.
  ///
  /// @param why the obstacle, as part of a sentence
  static void strayed(String why) {
    leave(why, FAILED);
  }

  private static void leave(String why, int status) {
    try {
      say("penstock: " + why + "; this process ends");
    } finally {
      exit(status); // even if there is no memory for a thread
    }
  }

  // Standard error may lead through the network that is lost: nobody reads it then, and a thread
  // that writes waits.
  private static void say(String line) {
    Thread saying =
        Thread.ofPlatform().daemon().name("penstock-say").start(() -> System.err.println(line));
    try {
      boolean _ = saying.join(MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the process ends all the same
    }
  }

  /// Ends the process, without waiting for it.
  @SuppressWarnings("SystemExitOutsideMain") // what this is for
  static void exit(int status) {
    Thread.ofPlatform().daemon().name("penstock-exit").start(() -> System.exit(status));
    limit(status, MERCY);
  }

  /// Shutdown hooks that run longer than that are cut off.
  static void limit(int status, Duration mercy) {
    Thread.ofPlatform().daemon().name("penstock-halt").start(() -> halt(status, mercy));
  }

  // A thread that is interrupted would not wait.
  private static void halt(int status, Duration mercy) {
    Deadline deadline = Deadline.after(mercy);
    while (!deadline.passed()) {
      boolean _ = Thread.interrupted();
      LockSupport.parkNanos(deadline.remainingNanos());
    }
    Runtime.getRuntime().halt(status);
  }
}
