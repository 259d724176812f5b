package io.penstock.compress;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// An executor of tasks in parallel that takes their results in the order of the tasks.
///
/// With one thread everything is done by the caller, as is what is too large for two of its kind,
/// and everything where no thread can be started. Tasks are work for a processor: of more threads
/// than there are processors the rest is not started. What tasks that wait or are done ahead hold
/// is bounded in number and in bytes, by a share of the heap at most. Tasks are begun in their
/// order and must not wait for each other: then the first result comes, and with it the next.
/// Belongs to one thread at a time.
abstract class InOrder<T> implements ThreadFactory, AutoCloseable {
  private static final int LEAST_AHEAD_OF_EACH_THREAD = 2;
  private static final int MOST_AHEAD_OF_EACH_THREAD = 8;
  private static final int AHEAD_BYTES = 8 << 20;
  private static final int SHARE_OF_HEAP = 4;
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final int most;
  private final long budget;
  private final Deque<Ahead<T>> ahead = new ArrayDeque<>();
  private int threads;
  private long held;
  private @Nullable ThreadPoolExecutor workers;

  /// @param bytes that the task and its result hold
  private record Ahead<T>(Future<T> result, long bytes) {}

  /// @param most how many tasks wait or are done ahead
  /// @param budget bytes that they hold together, if the heap has them
  InOrder(int threads, int most, long budget) {
    this.threads = threads;
    this.most = most;
    this.budget = Math.min(budget, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /// Twice as many tasks as threads wait or are done ahead.
  InOrder(int threads, long budget) {
    this(threads, leastAhead(threads), budget);
  }

  private static int leastAhead(int threads) {
    return Math.clamp((long) LEAST_AHEAD_OF_EACH_THREAD * threads, 1, Integer.MAX_VALUE);
  }

  /// How many tasks should wait or be done ahead where they are short, and a thread that comes late
  /// to take results should not make others wait: as many more as fit some memory.
  ///
  /// @param bytes of content of a task
  static int mostAhead(int threads, int bytes) {
    long most = Math.min((long) MOST_AHEAD_OF_EACH_THREAD * threads, AHEAD_BYTES / bytes);
    return Math.max(leastAhead(threads), (int) most);
  }

  /// Takes a result, in the caller's thread.
  abstract void take(T result) throws IOException;

  /// Makes a thread that keeps no JVM from its end. The JDK's builder of such would take a fresh
  /// JVM longer than a short archive.
  @Override
  public Thread newThread(Runnable work) {
    String number = Integer.toString(THREADS.getAndIncrement());
    Thread thread = new Thread(work, "penstock-compress-".concat(number));
    thread.setDaemon(true);
    return thread;
  }

  /// Adds a task, and takes results where there are too many.
  ///
  /// @param bytes that the task and its result hold
  /// @throws IOException what a task or the taker threw, as anything else that they throw
  void add(long bytes, Callable<T> task) throws IOException {
    while (!ahead.isEmpty() && (ahead.size() >= most || bytes > budget - held)) {
      takeFirst();
    }
    boolean alone = threads == 1 || bytes > budget / 2;
    Future<T> result = alone ? null : submitted(task);
    if (result == null) {
      run(task);
      return;
    }
    ahead.add(new Ahead<>(result, bytes));
    held += bytes;
    while (!ahead.isEmpty() && ahead.getFirst().result().isDone()) {
      takeFirst();
    }
  }

  /// Whether no task waits or is done ahead.
  boolean isIdle() {
    return ahead.isEmpty();
  }

  /// Does a task on the caller's thread, and takes its result after those of all before it.
  ///
  /// @throws IOException as [#add]
  void run(Callable<T> task) throws IOException {
    finish();
    take(call(task));
  }

  private void takeFirst() throws IOException {
    Ahead<T> first = ahead.removeFirst();
    held -= first.bytes();
    take(result(first.result()));
  }

  /// @return null where there is no thread
  private @Nullable Future<T> submitted(Callable<T> task) {
    try {
      return workers().submit(task);
    } catch (OutOfMemoryError _) { // no thread can be started: those that there are go on
      threads = Math.max(1, workers().getPoolSize());
      workers().setCorePoolSize(threads);
      workers().setMaximumPoolSize(threads);
      return threads == 1 ? null : workers().submit(task);
    }
  }

  // Most streams are so short that no thread pays.
  private ThreadPoolExecutor workers() {
    ThreadPoolExecutor pool = workers;
    if (pool == null) {
      int started = Math.min(threads, Runtime.getRuntime().availableProcessors());
      pool =
          new ThreadPoolExecutor(
              started, started, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this);
      workers = pool;
    }
    return pool;
  }

  /// Takes all results.
  ///
  /// @throws IOException as [#add]
  void finish() throws IOException {
    while (!ahead.isEmpty()) {
      takeFirst();
    }
  }

  private static <T> T call(Callable<T> task) throws IOException {
    try {
      return task.call();
    } catch (Exception e) {
      throw thrown(e);
    }
  }

  /// The result of a task, waited for without regard to interrupts.
  ///
  /// @throws IOException what the task threw, as anything else that it throws
  static <T> T result(Future<T> future) throws IOException {
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

  private static IOException thrown(Throwable cause) {
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
    for (Ahead<T> task : ahead) {
      task.result().cancel(false);
    }
    ahead.clear();
    held = 0;
    if (workers != null) {
      workers.close();
      workers = null;
    }
  }
}
