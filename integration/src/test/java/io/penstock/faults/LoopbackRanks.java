package io.penstock.faults;

import io.penstock.message.Communicator;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Ranks that are threads of this JVM and yet exchange messages over TCP, as processes would.
final class LoopbackRanks {
  /// How long a rank waits for the others: not long, as many a fault keeps one of them away. A soak
  /// gives them the time that a busy machine takes.
  private static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("penstock.faults.patienceSeconds", 2));

  private LoopbackRanks() {}

  static void run(int size, RankThreads.Body body) throws Exception {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    try (Coordinator coordinator =
        Coordinator.open(size, InetAddress.getLoopbackAddress(), _ -> {})) {
      List<Thread> threads = new ArrayList<>();
      for (int rank = 0; rank < size; rank++) {
        JobDescription description =
            new JobDescription(
                coordinator.job(), "tcp", rank, size, coordinator.contact().waiting(PATIENCE));
        threads.add(
            Thread.ofPlatform().name("rank-" + rank).start(() -> run(description, body, failures)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    if (!failures.isEmpty()) {
      throwFirst(failures.getFirst());
    }
  }

  private static void run(
      JobDescription description, RankThreads.Body body, List<Throwable> failures) {
    try {
      RankContext.run(
          description,
          () -> {
            try (Communicator world = Communicator.world()) {
              body.run(world);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            } catch (RuntimeException e) {
              throw e;
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    } catch (Throwable e) {
      failures.add(e);
    }
  }

  private static void throwFirst(Throwable failure) throws Exception {
    switch (failure) {
      case Exception e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(failure);
    }
  }
}
