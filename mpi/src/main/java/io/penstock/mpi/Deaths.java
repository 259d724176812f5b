package io.penstock.mpi;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Arrays;
import java.util.stream.Stream;

/// Threads whose death by an exception is the rank's.
final class Deaths {
  private static final String MAIN = "main";

  private Deaths() {}

  /// Has something done when this thread or the main thread dies by an exception, after all else
  /// that is done then.
  static void watch(Runnable death) {
    Stream.concat(Stream.of(Thread.currentThread()), main())
        .distinct()
        .forEach(thread -> watch(thread, death));
  }

  private static void watch(Thread thread, Runnable death) {
    UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler(
        (dead, exception) -> {
          try {
            before.uncaughtException(dead, exception);
          } finally {
            death.run();
          }
        });
  }

  private static Stream<Thread> main() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[group.activeCount() * 2 + 8];
    int found = group.enumerate(threads);
    return Arrays.stream(threads, 0, found).filter(Deaths::isMain);
  }

  // So the launcher of Java names both.
  private static boolean isMain(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return thread.getName().equals(MAIN) && group != null && group.getName().equals(MAIN);
  }
}
