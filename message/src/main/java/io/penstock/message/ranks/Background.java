package io.penstock.message.ranks;

import io.penstock.message.match.Helper;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

  private final Queue<CollectiveRequest> started = new ArrayDeque<>();
  private @Nullable CollectiveRequest current;

  /// Whether a thread is theirs.
  private volatile boolean running;

  /// Adds an operation.
  ///
  /// @throws OutOfMemoryError if there can be no thread for it; then it is not added
  synchronized void add(CollectiveRequest operation) {
    if (!running) {
      THREADS.execute(this::runAll);
      running = true;
    }
    started.add(operation);
  }

  /// How many have no outcome yet: one that has is done for everybody at the same moment.
  int underWay() {
    return running ? count() : 0;
  }

  private synchronized int count() {
    return started.size() + (current == null || current.met() ? 0 : 1);
  }

  private void runAll() {
    for (CollectiveRequest next = next(); next != null; next = next()) {
      next.run();
    }
  }

  private synchronized @Nullable CollectiveRequest next() {
    current = started.poll();
    running = current != null;
    return current;
  }
}
