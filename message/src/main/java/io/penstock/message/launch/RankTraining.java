package io.penstock.message.launch;

import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// A training run for the ahead-of-time cache from which ranks start: it does what ranks do until
/// they are connected, by each transport.
///
/// It lies in the library, because the JVM makes no such cache for a class path.
public final class RankTraining {
  private static final int RANKS = 2;

  private RankTraining() {}

  /// Plays the rank that this process is, then two that meet over TCP in this process, and two that
  /// are its threads.
  ///
  /// @throws IOException if the loopback address cannot be listened on
  /// @throws InterruptedException if it is interrupted
  public static void main(String[] arguments) throws IOException, InterruptedException {
    play();
    if (RankContext.current().isEmpty()) {
      playOverTcp();
      playAsThreads();
    }
  }

  private static void play() {
    try (Communicator world = Communicator.world()) {
      world.barrier();
      int[] sum = new int[1];
      world.allReduce(new int[] {world.rank()}, sum, Reduction.SUM);
      System.out.println(sum[0]);
    }
  }

  private static void playOverTcp() throws IOException, InterruptedException {
    List<Thread> ranks = new ArrayList<>();
    try (Coordinator coordinator =
        Coordinator.open(
            RANKS, InetAddress.getLoopbackAddress(), line -> System.err.println(line))) {
      for (int rank = 0; rank < RANKS; rank++) {
        JobDescription description =
            new JobDescription(coordinator.job(), "tcp", rank, RANKS, coordinator.contact());
        ranks.add(
            Thread.ofPlatform().start(() -> RankContext.run(description, RankTraining::play)));
      }
      for (Thread rank : ranks) {
        rank.join();
      }
    }
  }

  private static void playAsThreads() {
    long launcher = ProcessHandle.current().parent().orElseThrow().pid();
    RanksProcess.main(
        new String[] {
          Long.toString(launcher),
          Integer.toString(RANKS),
          "1000",
          "false",
          "false",
          "",
          RankTraining.class.getName()
        });
  }
}
