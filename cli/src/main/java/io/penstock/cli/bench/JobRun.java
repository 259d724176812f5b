package io.penstock.cli.bench;

import io.penstock.cli.array.TaskTeam;
import io.penstock.file.FileEngines;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/// A run of a job: its threads from their common start to their end. Runs once.
public final class JobRun {
  private static final long WATCH_MILLIS = 200;

  private final BenchJob job;
  private final List<BenchThread> workers;
  private final CountDownLatch ready;
  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch working;
  private volatile long start;
  private volatile boolean stopped;

  /// @param job whose file exists
  public JobRun(BenchJob job) {
    this.job = job;
    this.workers =
        IntStream.range(0, job.workers()).mapToObj(i -> new BenchThread(job, i)).toList();
    this.ready = new CountDownLatch(job.workers());
    this.working = new CountDownLatch(job.workers());
  }

  /// Ends the run after the requests that are outstanding; what was measured counts. May be called
  /// at any time by any thread.
  public void stop() {
    stopped = true;
    started.countDown(); // also for threads that have not begun
  }

  boolean isStopped() {
    return stopped;
  }

  /// Waits in a thread that is ready for the common start.
  void awaitStart() throws InterruptedException {
    ready.countDown();
    started.await();
  }

  /// The time from which requests count, as [System#nanoTime()] has it.
  long counted() {
    return start + job.warmUp().toNanos();
  }

  /// The time after which no request is begun.
  long deadline() {
    return counted() + job.seconds() * 1_000_000_000L;
  }

  /// Runs the job.
  ///
  /// @param progress takes, several times a second, the time since the start and the number of
  ///   requests since
  /// @throws IOException the first failure of a request, after which no more are made; those of
  ///   other threads are suppressed in it
  /// @throws OutOfMemoryError if not all threads can be started
  public BenchReport run(ObjLongConsumer<Duration> progress)
      throws IOException, InterruptedException {
    FileEngines.bind();
    ThreadFactory threads = Thread.ofPlatform().name("penstock-bench-", 0).factory();
    try (ExecutorService pool = Executors.newThreadPerTaskExecutor(threads)) {
      List<Future<?>> parts = new ArrayList<>();
      try {
        for (BenchThread worker : workers) {
          parts.add(pool.submit(() -> work(worker)));
        }
        ready.await();
        start = System.nanoTime();
        started.countDown();
        watch(progress);
      } finally {
        if (working.getCount() > 0) {
          stop();
        }
      }
      TaskTeam.awaitAll(parts);
    }
    return report();
  }

  private boolean work(BenchThread worker) throws IOException, InterruptedException {
    boolean whole = false;
    try {
      worker.work(this);
      whole = true;
      return true;
    } catch (PoolExhaustedException e) {
      throw new IOException("no memory for " + job.workers() + " buffers: " + e.getMessage(), e);
    } finally {
      if (!whole) {
        stop();
      }
      ready.countDown();
      working.countDown();
    }
  }

  private void watch(ObjLongConsumer<Duration> progress) throws InterruptedException {
    while (!working.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
      long requests = workers.stream().mapToLong(BenchThread::done).sum();
      progress.accept(Duration.ofNanos(System.nanoTime() - start), requests);
    }
  }

  private BenchReport report() {
    long end = max(BenchThread::end);
    long nanos = Math.max(0, end - counted());
    Latencies reads = new Latencies();
    Latencies writes = new Latencies();
    Latencies syncs = new Latencies();
    if (nanos > 0) {
      for (BenchThread worker : workers) {
        reads.add(worker.reads());
        writes.add(worker.writes());
        syncs.add(worker.syncs());
      }
    }
    return new BenchReport(job, nanos, !stopped, reads, writes, syncs);
  }

  private long max(ToLongFunction<BenchThread> value) {
    return workers.stream().mapToLong(value).reduce(counted(), JobRun::later);
  }

  // Times of the system's clock have no order but that of their difference.
  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }
}
