package io.penstock.cli.bench;

import io.penstock.file.FileEngines;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/// A run of a job: its threads from their common start to their end. Runs once.
public final class JobRun {
  private static final long WATCH_MILLIS = 200;

  private final Job job;
  private final Clock clock;
  private final List<Worker> workers;
  private final CountDownLatch working;

  /// Is told now and then how far a run is.
  public interface Watch {
    /// The run goes on.
    ///
    /// @param nanos since the start
    /// @param requests that have been made since
    void at(long nanos, long requests);
  }

  /// Of a job whose file is there.
  public JobRun(Job job) {
    this.job = job;
    this.clock = new Clock(job);
    this.workers = IntStream.range(0, job.workers()).mapToObj(i -> new Worker(job, i)).toList();
    this.working = new CountDownLatch(job.workers());
  }

  /// Ends the run after the requests that are outstanding; what was measured counts. May be called
  /// at any time by any thread.
  public void stop() {
    clock.stop();
  }

  /// Runs the job.
  ///
  /// @throws IOException the first failure of a request, after which no more are made; those of
  ///   other threads are suppressed in it
  /// @throws OutOfMemoryError if not all threads can be started
  public Outcome run(Watch watch) throws IOException, InterruptedException {
    FileEngines.bind();
    ThreadFactory threads = Thread.ofPlatform().name("penstock-bench-", 0).factory();
    try (ExecutorService pool = Executors.newThreadPerTaskExecutor(threads)) {
      List<Future<?>> parts = new ArrayList<>();
      try {
        for (Worker worker : workers) {
          parts.add(pool.submit(() -> work(worker)));
        }
        clock.start();
        watch(watch);
      } finally {
        if (working.getCount() > 0) {
          clock.stop();
        }
      }
      collect(parts);
    }
    return outcome();
  }

  private boolean work(Worker worker) throws IOException, InterruptedException {
    boolean whole = false;
    try {
      worker.work(clock);
      whole = true;
      return true;
    } catch (PoolExhaustedException e) {
      throw new IOException("no memory for " + job.workers() + " buffers: " + e.getMessage(), e);
    } finally {
      if (!whole) {
        clock.stop();
      }
      clock.ready();
      working.countDown();
    }
  }

  private void watch(Watch watch) throws InterruptedException {
    long start = System.nanoTime();
    while (!working.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
      watch.at(System.nanoTime() - start, workers.stream().mapToLong(Worker::done).sum());
    }
  }

  private static void collect(List<Future<?>> parts) throws IOException, InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    for (Future<?> part : parts) {
      try {
        var _ = part.get();
      } catch (ExecutionException e) {
        failures.add(e.getCause() == null ? e : e.getCause());
      }
    }
    if (!failures.isEmpty()) {
      Throwable first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw asIOException(first);
    }
  }

  private static IOException asIOException(Throwable failure) {
    return switch (failure) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> new IOException(failure);
    };
  }

  private Outcome outcome() {
    long end = max(Worker::end);
    long nanos = Math.max(0, end - clock.counted());
    Latencies reads = new Latencies();
    Latencies writes = new Latencies();
    Latencies syncs = new Latencies();
    if (nanos > 0) {
      for (Worker worker : workers) {
        reads.add(worker.reads());
        writes.add(worker.writes());
        syncs.add(worker.syncs());
      }
    }
    return new Outcome(job, nanos, !clock.isStopped(), reads, writes, syncs);
  }

  private long max(ToLongFunction<Worker> value) {
    return workers.stream().mapToLong(value).reduce(clock.counted(), JobRun::later);
  }

  // Times of the system's clock have no order but that of their difference.
  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }
}
