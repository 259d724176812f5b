package io.penstock.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Threads that share the tasks of one large transfer with its caller. They end when they have had
/// nothing to do for a while.
final class Workers {
  /// One numbered piece of work.
  interface Task {
    void run(long number) throws IOException;
  }

  private static final long IDLE_SECONDS = 5;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("penstock-", 0).factory());

  private Workers() {}

  /// A thread that never runs: memory that it may access, any worker may.
  static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

  /// Runs tasks 0 to `tasks - 1` on `threads` threads, the caller's included, and returns when all
  /// have ended. After a failure no further task is begun; the first failure is thrown, with those
  /// of other threads suppressed. An interrupt of the caller does not end the transfer and stays
  /// set.
  static void share(int threads, long tasks, Task task) throws IOException {
    AtomicLong next = new AtomicLong();
    AtomicBoolean failed = new AtomicBoolean();
    List<Future<?>> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, tasks); i++) {
      helpers.add(
          POOL.submit(
              () -> {
                work(next, tasks, failed, task);
                return true;
              }));
    }
    Failures failures = new Failures();
    failures.of(() -> work(next, tasks, failed, task));
    for (Future<?> helper : helpers) {
      failures.of(() -> await(helper));
    }
    failures.rethrow();
  }

  private static void work(AtomicLong next, long tasks, AtomicBoolean failed, Task task)
      throws IOException {
    for (long number = next.getAndIncrement();
        number < tasks && !failed.get();
        number = next.getAndIncrement()) {
      boolean done = false;
      try {
        task.run(number);
        done = true;
      } finally {
        if (!done) {
          failed.set(true);
        }
      }
    }
  }

  private static void await(Future<?> helper) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          helper.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException | CancellationException e) {
          throw Failures.asIOException(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
