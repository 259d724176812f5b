package io.penstock.collective;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Carries out what a rank started and did not wait for: operations of all ranks one after the
/// other, in the order in which they were started; its own beside them.
final class Courier {
  private static final long IDLE_SECONDS = 5;

  private static final ExecutorService BESIDE =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("penstock-shared-", 0).factory());

  private final ExecutorService inOrder =
      new ThreadPoolExecutor(
          0,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofPlatform().daemon().name("penstock-together-", 0).factory());

  private Optional<Pending> last = Optional.empty();

  Pending beside(Outcome.Step step) {
    return new Pending(BESIDE.submit(task(step)));
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

  void close() {
    inOrder.shutdown();
  }
}
