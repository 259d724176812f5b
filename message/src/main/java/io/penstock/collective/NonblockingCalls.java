package io.penstock.collective;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The nonblocking operations of one rank on a shared file: collective ones run one after the other
/// in the order in which they were started, independent ones beside them.
///
/// Each independent operation has a thread of its own, however many there are, so that none waits
/// for another's. The collective ones have one thread for each file, which keeps them in the same
/// order at every rank; the program waits for it before it makes a collective call itself
/// ([#settle]).
final class NonblockingCalls {
  private static final long IDLE_SECONDS = 5;

  private static final ExecutorService INDEPENDENT =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          named("penstock-shared-"));

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
  private final ExecutorService collective;

  private @Nullable Pending last;
  private long underWay;
  private boolean closed;

  NonblockingCalls() {
    this(named("penstock-together-"));
  }

  /// @param threads makes the thread of the collective operations
  NonblockingCalls(ThreadFactory threads) {
    collective = new ThreadPoolExecutor(0, 1, IDLE_SECONDS, TimeUnit.SECONDS, waiting, threads);
  }

  /// Threads that outlive an operation keep nothing of the thread that started it: no thread-local,
  /// and no context class loader.
  private static ThreadFactory named(String prefix) {
    return Thread.ofPlatform()
        .daemon()
        .inheritInheritableThreadLocals(false)
        .name(prefix, 0)
        .factory();
  }

  /// Starts an independent operation.
  ///
  /// @throws IllegalStateException if the file is closed
  Pending independent(FirstFailure.Step step) {
    begin();
    boolean begun = false;
    try {
      Pending pending = new Pending(INDEPENDENT.submit(task(() -> runAndEnd(step))));
      begun = true;
      return pending;
    } finally {
      if (!begun) {
        end();
      }
    }
  }

  private synchronized void begin() {
    if (closed) {
      throw closed();
    }
    underWay++;
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the file is closed");
  }

  private void runAndEnd(FirstFailure.Step step) throws IOException {
    try {
      step.run();
    } finally {
      end();
    }
  }

  private synchronized void end() {
    underWay--;
    notifyAll();
  }

  /// Starts a collective operation.
  ///
  /// @throws IllegalStateException if the file is closed
  /// @throws OutOfMemoryError if there can be no thread for it; then it is not started, nor later
  synchronized Pending collective(FirstFailure.Step step) {
    if (collective.isShutdown()) {
      throw closed();
    }
    FutureTask<Boolean> task = new FutureTask<>(task(step));
    try {
      collective.execute(task);
    } catch (OutOfMemoryError e) { // it waits in the queue for the next one's thread
      boolean _ = waiting.remove(task);
      throw e;
    }
    Pending pending = new Pending(task);
    last = pending;
    return pending;
  }

  private static Callable<Boolean> task(FirstFailure.Step step) {
    return () -> {
      step.run();
      return true;
    };
  }

  /// Waits for the collective operations that were started, so that the caller may make a
  /// collective call itself. Their outcomes are for the holders of their [Pending] to read.
  void settle() {
    Pending waited = last();
    if (waited != null && !waited.isDone()) {
      FirstFailure _ = FirstFailure.of(waited::await);
    }
  }

  private synchronized @Nullable Pending last() {
    return last;
  }

  /// Waits for all operations that were started, and refuses others. An interrupt does not end the
  /// waiting.
  void close() {
    settle();
    collective.shutdown();
    boolean interrupted = false;
    synchronized (this) {
      closed = true;
      while (underWay > 0) {
        try {
          wait();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
