package io.penstock.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Threads that share the tasks of one large transfer with its caller. They end when they have had
/// nothing to do for a while, and keep nothing of who started them: no thread-local, and no context
/// class loader.
///
/// Each takes the next number and waits for no other, so that every task is done once and all end
/// when the numbers do. The caller works like them: helpers that come late find nothing to do.
final class Workers {
  /// One numbered piece of work.
  interface Task {
    void run(long number) throws IOException;
  }

  private static final long IDLE_SECONDS = 5;

  /// So many requests at once keep a device busy.
  static final int MOST_LATER = 16;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          new Factory());

  /// Makes threads as the JDK's builder would, which takes a fresh JVM seven milliseconds.
  private static final class Factory implements ThreadFactory {
    private final AtomicLong made = new AtomicLong();

    @Override
    public Thread newThread(Runnable work) {
      return daemon(work, "penstock-".concat(Long.toString(made.getAndIncrement())));
    }
  }

  /// A thread that keeps neither the process alive nor anything of who starts it.
  static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setDaemon(true);
    return thread;
  }

  /// Threads for what nobody shares, a bounded number of them.
  private static final class Later {
    static final ThreadPoolExecutor POOL =
        new ThreadPoolExecutor(
            MOST_LATER,
            MOST_LATER,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new Factory());

    static {
      POOL.allowCoreThreadTimeOut(true);
    }
  }

  /// Has work done by one of a few threads, when one is free; by the caller where the system gives
  /// no threads at all.
  static void later(Runnable work) {
    later(Later.POOL, work);
  }

  /// The same by a thread of `pool`.
  static void later(Executor pool, Runnable work) {
    try {
      pool.execute(work);
    } catch (OutOfMemoryError _) { // "unable to create native thread"
      if (Thread.currentThread().isVirtual()) {
        ScopedValue.where(Here.DONE, true).run(work);
      } else {
        work.run();
      }
    }
  }

  /// Whether the calling virtual thread does work that it could leave to no other: it must not try
  /// again, which would never end.
  static boolean isDoneHere() {
    return Here.DONE.isBound();
  }

  private static final class Here {
    static final ScopedValue<Boolean> DONE = ScopedValue.newInstance();
  }

  private Workers() {}

  /// A thread that never runs: memory that it may access, any worker may.
  static final Thread STRANGER = new Thread(null, null, "penstock-stranger", 0, false);

  /// Runs tasks 0 to `tasks - 1` on `threads` threads, the caller's included, and returns when all
  /// have ended. After a failure no further task is begun; the first failure is thrown, with those
  /// of other threads suppressed. An interrupt of the caller does not end the transfer and stays
  /// set. Where fewer threads can be started, fewer share the tasks.
  static void share(int threads, long tasks, Task task) throws IOException {
    share(POOL, threads, tasks, task);
  }

  /// The same with helpers from `pool`.
  static void share(ExecutorService pool, int threads, long tasks, Task task) throws IOException {
    Share share = new Share(tasks, task);
    List<Future<?>> helpers = helpers(pool, Math.min(threads, tasks) - 1, share);
    Failures failures = new Failures();
    try {
      share.work();
    } catch (IOException | RuntimeException | Error e) {
      failures.add(e);
    }
    for (Future<?> helper : helpers) {
      try {
        await(helper);
      } catch (IOException | RuntimeException | Error e) {
        failures.add(e);
      }
    }
    failures.rethrow();
  }

  /// Starts as many helpers as are wanted and can be had: where the system gives no more threads,
  /// those that there are do the work.
  private static List<Future<?>> helpers(
      ExecutorService pool, long wanted, Callable<Boolean> work) {
    List<Future<?>> helpers = new ArrayList<>();
    try {
      while (helpers.size() < wanted) {
        helpers.add(pool.submit(work));
      }
    } catch (OutOfMemoryError _) { // "unable to create native thread"
      return helpers;
    }
    return helpers;
  }

  /// The tasks of one transfer, from which each thread takes the next.
  private static final class Share implements Callable<Boolean> {
    private final AtomicLong next = new AtomicLong();
    private final long tasks;
    private final Task task;
    private volatile boolean failed;

    Share(long tasks, Task task) {
      this.tasks = tasks;
      this.task = task;
    }

    @Override
    public Boolean call() throws IOException {
      work();
      return true;
    }

    void work() throws IOException {
      for (long number = next.getAndIncrement();
          number < tasks && !failed;
          number = next.getAndIncrement()) {
        boolean done = false;
        try {
          task.run(number);
          done = true;
        } finally {
          if (!done) {
            failed = true;
          }
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
