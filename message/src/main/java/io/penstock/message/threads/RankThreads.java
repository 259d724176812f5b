package io.penstock.message.threads;

import io.penstock.message.Communicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;

/// Runs the ranks of a job as threads of this JVM.
public final class RankThreads {
  private final JobDescription job;
  private final ThreadsJob shared;
  private final Body body;
  private final List<RankFailedException> failures = new ArrayList<>();

  private RankThreads(int ranks, Body body) {
    this.job = new JobDescription(UUID.randomUUID(), ThreadsTransport.NAME, 0, ranks);
    this.shared = ThreadsJob.of(job);
    this.body = body;
  }

  /// Runs `body` in as many threads, each a rank of one job, and waits until all have ended. In
  /// them and in the threads that they start, [Communicator#world] is the one that the body is
  /// given; it is closed when the body ends.
  ///
  /// When a rank ends by an exception, what the others wait for or start from then on ends by a
  /// [RankFailedException]. Interrupting the caller ends the job in this way too.
  ///
  /// @throws RankFailedException if a rank ended by an exception, which is its cause; those of
  ///   other ranks are suppressed in it
  /// @throws IllegalArgumentException if a job cannot have so many ranks
  public static void run(int ranks, Body body) {
    new RankThreads(ranks, body).run();
  }

  private void run() {
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < job.size(); rank++) {
      int number = rank;
      try {
        threads.add(Thread.ofPlatform().name("rank-" + rank).start(() -> run(number)));
      } catch (OutOfMemoryError e) { // the system has no more threads
        giveUp(rank, e);
        break;
      }
    }
    threads.forEach(this::join);
    shared.forget();
    throwFailures();
  }

  /// The ranks from one on cannot start: those that have would wait for them.
  private void giveUp(int first, Throwable why) {
    fail(first, why);
    IntStream.range(first, job.size()).forEach(rank -> shared.endpoint(rank).close());
  }

  private void run(int rank) {
    JobDescription description = new JobDescription(job.job(), job.transport(), rank, job.size());
    RankContext.run(description, () -> runAsRank(rank));
  }

  // Everything is caught: what ends a rank is told to the others, and to the caller of run.
  private void runAsRank(int rank) {
    Communicator world;
    try {
      world = Communicator.world();
    } catch (Throwable e) {
      fail(rank, e);
      return;
    }
    try {
      body.run(world);
      world.close();
    } catch (Throwable e) {
      fail(rank, e);
      closeQuietly(world, e);
    }
  }

  private void fail(int rank, Throwable e) {
    note(rank, e);
    shared.failed(rank, e);
  }

  private static void closeQuietly(Communicator world, Throwable failure) {
    try {
      world.close();
    } catch (IllegalStateException e) {
      failure.addSuppressed(e);
    }
  }

  private synchronized void note(int rank, Throwable e) {
    failures.add(
        new RankFailedException(
            rank, String.format(Locale.ROOT, "rank %d failed: %s", rank, e), e));
  }

  private void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
        shared.interrupted(e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void throwFailures() {
    if (!failures.isEmpty()) {
      RankFailedException first = failures.removeFirst();
      failures.stream().filter(e -> !isConsequence(e)).forEach(first::addSuppressed);
      throw first;
    }
  }

  private static boolean isConsequence(RankFailedException e) {
    return e.getCause() instanceof RankFailedException;
  }

  /// What each rank does.
  @FunctionalInterface
  public interface Body {
    /// Does one rank's part.
    ///
    /// @param world all ranks of the job
    /// @throws Exception if the rank fails; the others fail with it
    void run(Communicator world) throws Exception;
  }
}
