package io.penstock.message.ranks;

import io.penstock.message.match.Helper;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The collective operations of one communicator that were started and go on beside the program:
/// one after the other, in the order in which they were started, by a thread that is theirs until
/// none is left.
///
/// Safe for any thread.
final class Background {
  private static final long IDLE_SECONDS = 5;

  /// Threads for all communicators of the JVM, as many as have something under way.
  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Helper::new);

  private final Queue<Runnable> started = new ArrayDeque<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private boolean running;

  /// Adds an operation, which calls [#ended] when its outcome can be read.
  ///
  /// @throws OutOfMemoryError if there can be no thread for it; then it is not added
  synchronized void add(Runnable operation) {
    if (!running) {
      THREADS.execute(this::runAll);
      running = true;
    }
    started.add(operation);
    underWay.incrementAndGet();
  }

  void ended() {
    underWay.decrementAndGet();
  }

  /// How many have not ended.
  int underWay() {
    return underWay.get();
  }

  private void runAll() {
    for (Runnable next = next(); next != null; next = next()) {
      next.run();
    }
  }

  private synchronized @Nullable Runnable next() {
    Runnable next = started.poll();
    running = next != null;
    return next;
  }
}
