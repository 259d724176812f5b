package io.penstock.compress;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/// Tasks that are done side by side, and their results taken in the order of the tasks.
///
/// With one thread everything is done by the caller. The number of tasks that wait or are done
/// ahead is bounded, which bounds the memory. Belongs to one thread at a time.
final class InOrder<T> implements AutoCloseable {
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("penstock-compress-", 0).factory();

  private static final int LEAST_AHEAD_OF_EACH_THREAD = 2;
  private static final int MOST_AHEAD_OF_EACH_THREAD = 8;
  private static final int AHEAD_BYTES = 8 << 20;

  private final int threads;
  private final int most;
  private final Taker<T> taker;
  private final Deque<Future<T>> ahead = new ArrayDeque<>();
  private Optional<ExecutorService> workers = Optional.empty();

  /// Twice as many tasks as threads wait or are done ahead.
  InOrder(int threads, Taker<T> taker) {
    this(threads, LEAST_AHEAD_OF_EACH_THREAD * threads, taker);
  }

  private InOrder(int threads, int most, Taker<T> taker) {
    this.threads = threads;
    this.most = most;
    this.taker = taker;
  }

  /// Where tasks are short, a thread that comes late to take results should not make others wait:
  /// as many more wait or are done ahead as fit some memory.
  ///
  /// @param bytes that a task holds
  static <T> InOrder<T> ofTasks(int threads, int bytes, Taker<T> taker) {
    int least = LEAST_AHEAD_OF_EACH_THREAD * threads;
    int most = Math.min(MOST_AHEAD_OF_EACH_THREAD * threads, AHEAD_BYTES / bytes);
    return new InOrder<>(threads, Math.max(least, most), taker);
  }

  /// Takes results.
  interface Taker<T> {
    void take(T result) throws IOException;
  }

  /// Adds a task, and takes results where there are too many.
  ///
  /// @throws IOException what a task or the taker threw, as anything else that they throw
  void add(Callable<T> task) throws IOException {
    if (threads == 1) {
      taker.take(call(task));
      return;
    }
    ahead.add(workers().submit(task));
    while (ahead.size() > most || (!ahead.isEmpty() && ahead.getFirst().isDone())) {
      taker.take(result(ahead.removeFirst()));
    }
  }

  // Most streams are so short that no thread pays.
  private ExecutorService workers() {
    if (workers.isEmpty()) {
      workers = Optional.of(Executors.newFixedThreadPool(threads, THREADS));
    }
    return workers.get();
  }

  /// Takes all results.
  ///
  /// @throws IOException as [#add]
  void finish() throws IOException {
    while (!ahead.isEmpty()) {
      taker.take(result(ahead.removeFirst()));
    }
  }

  private static <T> T call(Callable<T> task) throws IOException {
    try {
      return task.call();
    } catch (Exception e) {
      throw thrown(e);
    }
  }

  private static <T> T result(Future<T> future) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw thrown(e.getCause() == null ? e : e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// The same, as what may be thrown by who waited for it.
  static IOException thrown(Throwable cause) {
    return switch (cause) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    };
  }

  /// Ends the threads once their tasks are done; what is not begun is left out.
  @Override
  public void close() {
    ahead.forEach(future -> future.cancel(false));
    ahead.clear();
    workers.ifPresent(ExecutorService::close);
    workers = Optional.empty();
  }
}
