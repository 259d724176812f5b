package io.penstock.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.message.Communicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// A job of four processes that exchange messages over TCP, of which one is killed: the others are
/// told, and end.
final class KilledRankJob {
  private static final int RANKS = 4;
  private static final int MOST_ROUNDS = 1000;
  private static final long MOST_SECONDS = 60;

  private KilledRankJob() {}

  /// Runs one, and kills a rank after a while.
  ///
  /// @throws AssertionError if another rank has not been told, or does not end
  static void run(Random random) throws IOException, InterruptedException {
    List<Process> ranks = new ArrayList<>();
    try (Coordinator coordinator =
        Coordinator.open(RANKS, InetAddress.getLoopbackAddress(), _ -> {})) {
      for (int rank = 0; rank < RANKS; rank++) {
        ranks.add(
            start(
                new JobDescription(coordinator.job(), "tcp", rank, RANKS, coordinator.contact())));
      }
      BufferedReader first = ranks.getFirst().inputReader(UTF_8);
      String said = first.readLine();
      if (said == null) {
        throw new AssertionError("rank 0 ended before it was connected");
      }
      for (int round = random.nextInt(MOST_ROUNDS); round > 0 && said != null; round--) {
        said = first.readLine();
      }
      int victim = 1 + random.nextInt(RANKS - 1);
      ranks.get(victim).destroyForcibly();
      for (int rank = 0; rank < RANKS; rank++) {
        if (rank != victim) {
          requireTold(
              rank, ranks.get(rank), rank == 0 ? first : ranks.get(rank).inputReader(UTF_8));
        }
      }
    } finally {
      ranks.forEach(Process::destroyForcibly);
      for (Process rank : ranks) {
        rank.waitFor();
        rank.getInputStream().close();
        rank.getOutputStream().close();
      }
    }
  }

  private static Process start(JobDescription description) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                ChildJvm.NATIVE_ACCESS,
                "-cp",
                System.getProperty("java.class.path"),
                Rank.class.getName())
            .redirectErrorStream(true);
    builder.environment().putAll(description.environment());
    return builder.start();
  }

  private static void requireTold(int rank, Process process, BufferedReader out)
      throws IOException, InterruptedException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("rank " + rank + " does not end after another was killed");
    }
    List<String> lines = out.lines().toList();
    if (process.exitValue() != 0 || !lines.contains(Rank.TOLD)) {
      throw new AssertionError("rank " + rank + " was not told: " + process.exitValue() + lines);
    }
  }

  /// The program of a rank, which sends a number around until another rank has failed, or the
  /// process that started it has ended.
  static final class Rank {
    private static final String TOLD = "told";

    private Rank() {}

    public static void main(String[] arguments) {
      ProcessHandle starter = ProcessHandle.current().parent().orElseThrow();
      var _ = starter.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
      try (Communicator world = Communicator.world()) {
        System.out.println("connected");
        long[] number = new long[RANKS];
        while (true) {
          world.allGather(new long[] {world.rank()}, number);
          if (world.rank() == 0) {
            System.out.println("round");
          }
        }
      } catch (RankFailedException _) {
        System.out.println(TOLD);
      }
    }
  }
}
