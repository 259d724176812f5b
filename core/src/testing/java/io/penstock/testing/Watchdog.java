package io.penstock.testing;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A guard against tasks that never end: it tells what every thread was doing then.
public final class Watchdog {
  private static final long MOST_SECONDS = 60;

  private Watchdog() {}

  /// Runs a task by a thread of its own and waits for its result.
  ///
  /// @param what the task does, for the message
  /// @throws AssertionError if it has not ended after a minute, with the stacks of all threads
  /// @throws Exception what the task throws
  public static <T> T guard(String what, Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = Thread.ofPlatform().daemon().name("guarded").start(future);
    try {
      return future.get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      String stacks = stacks();
      thread.interrupt();
      throw new AssertionError(what + " does not end:\n" + stacks);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception own -> throw own;
        case Error own -> throw own;
        case null, default -> throw e;
      }
    }
  }

  private static String stacks() {
    StringBuilder all = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      all.append(thread.getKey()).append('\n');
      for (StackTraceElement frame : thread.getValue()) {
        all.append("  at ").append(frame).append('\n');
      }
    }
    return all.toString();
  }
}
