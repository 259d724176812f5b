package io.penstock.cli.bench;

import java.util.concurrent.CountDownLatch;

/// The common start of a job's workers, and the moments at which they count and end. Safe for any
/// thread.
final class Clock {
  private final Job job;
  private final CountDownLatch ready;
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile long start;
  private volatile boolean stopped;

  Clock(Job job) {
    this.job = job;
    this.ready = new CountDownLatch(job.workers());
  }

  /// Says that a worker is ready, or will never be.
  void ready() {
    ready.countDown();
  }

  /// Starts all workers once each is ready.
  void start() throws InterruptedException {
    ready.await();
    start = System.nanoTime();
    started.countDown();
  }

  /// Ends all workers after their requests, also those that have not begun.
  void stop() {
    stopped = true;
    started.countDown();
  }

  boolean isStopped() {
    return stopped;
  }

  /// Waits in a worker for the start.
  void awaitStart() throws InterruptedException {
    ready();
    started.await();
  }

  /// When requests begin to count, as [System#nanoTime()] has it.
  long counted() {
    return start + job.warmUp().toNanos();
  }

  /// When no request is begun any more.
  long deadline() {
    return counted() + job.seconds() * 1_000_000_000L;
  }
}
