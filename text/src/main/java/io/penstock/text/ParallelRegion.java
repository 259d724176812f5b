package io.penstock.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A parallel region: threads that share one job, the caller's among them, until all are done.
///
/// The first failure ends it, in an order that the job can say: the others see [#stopped].
abstract class ParallelRegion {
  private volatile boolean stopped;

  /// Kept without taking memory, whatever it is: there may be none left.
  private @Nullable Throwable failure;

  private long failureOrder;

  /// Those beside the caller's that were started, which [#another] adds to.
  private final List<Thread> others = new ArrayList<>();

  private int most;

  /// Does the share of one thread.
  ///
  /// @param thread from 0, which is the caller's
  abstract void work(int thread) throws IOException;

  /// Whether a thread has failed, and the others should begin nothing more.
  final boolean stopped() {
    return stopped;
  }

  /// Runs the region. Where fewer threads can be started, these do the whole job. An interrupt of
  /// the caller ends nothing and stays set.
  ///
  /// @throws IOException the failure that comes first in its order, as any unchecked exception or
  ///   error that comes first
  final void run(int threads) throws IOException {
    run(threads, threads);
  }

  /// The same for a job of which nobody knows how long it is.
  ///
  /// @param first how many threads begin; the others are started one by one, by [#another]
  final void run(int first, int threads) throws IOException {
    most = threads;
    for (int i = 1; i < first; i++) {
      another();
    }
    attempt(0);
    for (int i = 0; i < started(); i++) { // each of them may have started more
      join(other(i));
    }
    rethrow();
  }

  /// Starts one more thread, if there is to be one more: a thread of the region has found work, and
  /// there may be more of it.
  final void another() {
    synchronized (others) {
      int number = others.size() + 1;
      if (number >= most) {
        return;
      }
      try {
        Thread thread =
            Thread.ofPlatform()
                .daemon()
                .name("penstock-text-" + number)
                .unstarted(() -> attempt(number));
        others.add(thread); // first, or nobody would wait for it
        thread.start();
      } catch (OutOfMemoryError _) { // "unable to create native thread"
        most = 0;
      }
    }
  }

  private int started() {
    synchronized (others) {
      return others.size();
    }
  }

  private Thread other(int index) {
    synchronized (others) {
      return others.get(index);
    }
  }

  private void attempt(int thread) {
    try {
      work(thread);
    } catch (Throwable e) {
      fail(-1, e);
    }
  }

  /// Stops the region.
  ///
  /// @param order of the failure: that with the least one is thrown, and of these the first
  final synchronized void fail(long order, Throwable cause) {
    stopped = true;
    if (failure == null || order < failureOrder) {
      failure = cause;
      failureOrder = order;
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void rethrow() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }
}
