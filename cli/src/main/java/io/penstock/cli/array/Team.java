package io.penstock.cli.array;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Threads that share numbered tasks.
///
/// @param threads how many work at once
public record Team(int threads) {
  /// One thread's part, with memory of its own that it uses for every task it takes.
  public interface Worker {
    /// Does one task.
    void take(long task) throws IOException;
  }

  /// @throws IllegalArgumentException if `threads` is below 1
  public Team {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
  }

  /// Does tasks 0 to `tasks - 1` and returns when all have ended. Each thread makes itself one
  /// worker.
  ///
  /// @throws IOException the first failure, after which no task is begun; those of other threads
  ///   are suppressed in it
  public void share(long tasks, Supplier<Worker> workers) throws IOException {
    AtomicLong next = new AtomicLong();
    AtomicBoolean failed = new AtomicBoolean();
    int wanted = (int) Math.min(threads, tasks);
    Callable<Boolean> part =
        () -> {
          work(workers.get(), next, tasks, failed);
          return true;
        };
    if (wanted > 0) {
      try (ExecutorService pool = Executors.newFixedThreadPool(wanted)) {
        await(pool.invokeAll(Collections.nCopies(wanted, part)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  private static void work(Worker worker, AtomicLong next, long tasks, AtomicBoolean failed)
      throws IOException {
    boolean done = false;
    try {
      for (long task = next.getAndIncrement();
          task < tasks && !failed.get();
          task = next.getAndIncrement()) {
        worker.take(task);
      }
      done = true;
    } finally {
      if (!done) {
        failed.set(true);
      }
    }
  }

  private static void await(List<Future<Boolean>> parts) throws IOException, InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    for (Future<Boolean> part : parts) {
      try {
        part.get();
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
