package io.penstock.cli.array;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// A team of threads that share numbered tasks.
///
/// @param threads how many work at once
public record TaskTeam(int threads) {
  /// One thread's share of the work, with buffers of its own that it reuses for every task.
  public interface Worker {
    /// Does one task.
    void take(long task) throws IOException;
  }

  /// @throws IllegalArgumentException if `threads` is below 1
  public TaskTeam {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
  }

  /// Does tasks 0 to `tasks - 1` and returns when all have ended. Each thread, of which the
  /// caller's is one, makes itself a worker; it takes the next task and waits for no other. Where
  /// fewer threads can be started, fewer share the tasks.
  ///
  /// @throws IOException the first failure, after which no task is begun; those of other threads
  ///   are suppressed in it
  public void share(long tasks, Supplier<Worker> workers) throws IOException {
    share(tasks, workers, Executors.defaultThreadFactory());
  }

  /// The same with threads from `factory`.
  void share(long tasks, Supplier<Worker> workers, ThreadFactory factory) throws IOException {
    AtomicLong next = new AtomicLong();
    AtomicBoolean failed = new AtomicBoolean();
    Callable<Boolean> part = () -> work(workers, next, tasks, failed);
    FutureTask<Boolean> own = new FutureTask<>(part);
    try (ExecutorService pool = Executors.newThreadPerTaskExecutor(factory)) {
      List<Future<Boolean>> parts = helpers(pool, Math.min(threads, tasks) - 1, part);
      own.run();
      parts.addFirst(own);
      awaitAll(parts);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static List<Future<Boolean>> helpers(
      ExecutorService pool, long wanted, Callable<Boolean> part) {
    List<Future<Boolean>> helpers = new ArrayList<>();
    try {
      while (helpers.size() < wanted) {
        helpers.add(pool.submit(part));
      }
    } catch (OutOfMemoryError _) { // "unable to create native thread"
      return helpers;
    }
    return helpers;
  }

  private static boolean work(
      Supplier<Worker> workers, AtomicLong next, long tasks, AtomicBoolean failed)
      throws IOException {
    boolean done = false;
    try {
      Worker worker = workers.get();
      for (long task = next.getAndIncrement();
          task < tasks && !failed.get();
          task = next.getAndIncrement()) {
        worker.take(task);
      }
      done = true;
      return true;
    } finally {
      if (!done) {
        failed.set(true);
      }
    }
  }

  /// Waits for the end of all tasks.
  ///
  /// @throws IOException the failure of the first in the list that failed, with those of others
  ///   suppressed in it; an unchecked exception or an error is thrown as it is
  public static void awaitAll(List<? extends Future<?>> parts)
      throws IOException, InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    for (Future<?> part : parts) {
      try {
        var _ = part.get();
      } catch (ExecutionException | CancellationException e) {
        failures.add(e.getCause() == null ? e : e.getCause());
      }
    }
    if (!failures.isEmpty()) {
      Throwable first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw asIOException(first);
    }
  }

  private static IOException asIOException(Throwable failure) {
    return switch (failure) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> new IOException(failure);
    };
  }
}
