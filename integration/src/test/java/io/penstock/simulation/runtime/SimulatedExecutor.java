package io.penstock.simulation.runtime;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// A pool of threads that keeps none: each task has a new one, of the process that gives the task.
/// One that may have a single thread runs its tasks one after the other.
///
/// It has the constructors of [java.util.concurrent.ThreadPoolExecutor], for rewritten code.
public final class SimulatedExecutor extends AbstractExecutorService {
  private final boolean serial;
  private final ThreadFactory factory;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean shut;

  /// See [java.util.concurrent.ThreadPoolExecutor].
  public SimulatedExecutor(
      int least,
      int most,
      long idle,
      TimeUnit unit,
      BlockingQueue<Runnable> queue,
      ThreadFactory factory) {
    this.serial = most == 1;
    this.factory = factory;
  }

  /// See [java.util.concurrent.ThreadPoolExecutor].
  public SimulatedExecutor(
      int least,
      int most,
      long idle,
      TimeUnit unit,
      BlockingQueue<Runnable> queue,
      ThreadFactory factory,
      RejectedExecutionHandler refused) {
    this(least, most, idle, unit, queue, factory);
  }

  @Override
  public void execute(Runnable task) {
    if (shut) {
      throw new RejectedExecutionException("shut down");
    }
    if (serial && busy) {
      waiting.add(task);
    } else {
      busy = true;
      Runnable run = serial ? () -> runAll(task) : task;
      Calls.startLike(factory.newThread(run), run);
    }
  }

  private void runAll(Runnable first) {
    for (Runnable next = first; next != null; next = waiting.poll()) {
      next.run();
    }
    busy = false;
  }

  @Override
  public void shutdown() {
    shut = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shut = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shut;
  }

  @Override
  public boolean isTerminated() {
    return shut && !busy;
  }

  @Override
  public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
    while (busy) {
      Calls.sleep(1);
    }
    return true;
  }
}
