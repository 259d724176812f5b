package io.penstock.message;

import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import io.penstock.message.tcp.LoopbackJob;
import io.penstock.message.threads.RankThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/// Ranks that are threads of this JVM and yet exchange messages over TCP, as processes would.
final class LoopbackRanks {
  private final RankThreads.Body body;
  private final List<RankFailedException> failures = new CopyOnWriteArrayList<>();

  private LoopbackRanks(RankThreads.Body body) {
    this.body = body;
  }

  static void run(int size, RankThreads.Body body) {
    LoopbackRanks ranks = new LoopbackRanks(body);
    try (LoopbackJob job = new LoopbackJob(size)) {
      List<Thread> threads =
          IntStream.range(0, size)
              .mapToObj(rank -> Thread.ofPlatform().start(() -> ranks.run(job.description(rank))))
              .toList();
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
    ranks.throwFailures();
  }

  private void run(JobDescription description) {
    try {
      RankContext.run(description, this::runAsRank);
    } catch (Failed e) {
      int rank = description.rank();
      failures.add(
          new RankFailedException(rank, "rank %d failed: %s".formatted(rank, e.why), e.why));
    }
  }

  private void runAsRank() {
    try {
      Communicator world = Communicator.world();
      body.run(world);
      world.close();
    } catch (Throwable e) {
      throw new Failed(e);
    }
  }

  private void throwFailures() {
    if (!failures.isEmpty()) {
      RankFailedException first =
          failures.stream()
              .filter(e -> !(e.getCause() instanceof RankFailedException))
              .findFirst()
              .orElse(failures.getFirst());
      failures.stream()
          .filter(e -> !e.equals(first) && !(e.getCause() instanceof RankFailedException))
          .forEach(first::addSuppressed);
      throw first;
    }
  }

  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Throwable why;

    Failed(Throwable why) {
      super(why);
      this.why = why;
    }
  }
}
