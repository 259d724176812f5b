package io.penstock.collective;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Carries out what a rank started and did not wait for: operations of all ranks one after the
/// other, in the order in which they were started; its own beside them.
///
/// Each operation beside has a thread of its own, however many there are, so that none waits for
/// another's thread. Those of all ranks have one thread a file, which they keep in the same order
/// at every rank; the caller waits for it before it takes part in one itself ([#settle]), and no
/// operation does.
final class Courier {
  private static final long IDLE_SECONDS = 5;

  private static final ExecutorService BESIDE =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          named("penstock-shared-"));

  private final ExecutorService inOrder =
      new ThreadPoolExecutor(
          0,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          named("penstock-together-"));

  private Optional<Pending> last = Optional.empty();
  private long underWay;
  private boolean closed;

  /// Threads that outlive the operation keep nothing of who started it: no thread-local, and no
  /// context class loader.
  private static ThreadFactory named(String prefix) {
    return Thread.ofPlatform()
        .daemon()
        .inheritInheritableThreadLocals(false)
        .name(prefix, 0)
        .factory();
  }

  /// @throws IllegalStateException if nothing more is carried out
  Pending beside(Outcome.Step step) {
    begin();
    boolean begun = false;
    try {
      Pending pending = new Pending(BESIDE.submit(task(() -> takeAndEnd(step))));
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
      throw new IllegalStateException("the file is closed");
    }
    underWay++;
  }

  private void takeAndEnd(Outcome.Step step) throws IOException {
    try {
      step.take();
    } finally {
      end();
    }
  }

  private synchronized void end() {
    underWay--;
    notifyAll();
  }

  synchronized Pending inOrder(Outcome.Step step) {
    Pending pending = new Pending(inOrder.submit(task(step)));
    last = Optional.of(pending);
    return pending;
  }

  private static Callable<Boolean> task(Outcome.Step step) {
    return () -> {
      step.take();
      return true;
    };
  }

  /// Waits for what was started, so that the caller may take part in an operation of all ranks
  /// itself. What came of it is for those who hold it to read.
  void settle() {
    Optional<Pending> waited = last();
    if (waited.isPresent() && !waited.get().isDone()) {
      Outcome _ = Outcome.of(() -> waited.get().await());
    }
  }

  private synchronized Optional<Pending> last() {
    return last;
  }

  /// Waits for all that was started, and carries out nothing more. An interrupt does not end the
  /// waiting.
  void close() {
    settle();
    inOrder.shutdown();
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
