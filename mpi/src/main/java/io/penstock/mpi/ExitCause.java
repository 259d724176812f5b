package io.penstock.mpi;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;

/// The reason why the JVM ends, by what its threads are doing.
enum ExitCause {
  /// The last thread that counts has returned.
  RETURN,
  /// The program asked for it.
  EXIT,
  /// Somebody else asked for it.
  SIGNAL;

  /// To be asked by a shutdown hook.
  static ExitCause of(Map<Thread, StackTraceElement[]> threads) {
    if (anyFrame(threads, frame -> frame.getClassName().startsWith("java.lang.Terminator"))) {
      return SIGNAL;
    }
    return anyFrame(threads, ExitCause::isExit) ? EXIT : RETURN;
  }

  private static boolean isExit(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  /// Whether any thread but this one is within a function of MPI.
  static boolean isAnyInside(Map<Thread, StackTraceElement[]> threads) {
    threads.remove(Thread.currentThread());
    return anyFrame(
        threads,
        frame ->
            frame.getClassName().equals(Calls.class.getName())
                || frame.getClassName().equals(MpiMessages.class.getName()));
  }

  private static boolean anyFrame(
      Map<Thread, StackTraceElement[]> threads, Predicate<StackTraceElement> test) {
    return threads.values().stream().flatMap(Arrays::stream).anyMatch(test);
  }
}
