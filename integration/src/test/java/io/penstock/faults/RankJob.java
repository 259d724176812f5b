package io.penstock.faults;

import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The processes that run an operation's cells: one, or the ranks of a job.
///
/// @param launcher who connects them
/// @param size how many they are
/// @param struck the one whose calls fail
public record RankJob(Launcher launcher, int size, int struck) {
  /// A single process.
  static final RankJob ALONE = new RankJob(Launcher.NOBODY, 1, 0);

  private static final List<String> OPTIONS =
      List.of(
          ChildJvm.NATIVE_ACCESS,
          "-XX:-CreateCoredumpOnCrash",
          "-XX:ErrorFile=/dev/stderr",
          "-Dpenstock.message.deadlockSeconds=1");

  public RankJob {
    if (struck < 0 || struck >= size) {
      throw new IllegalArgumentException("no rank " + struck + " of " + size);
    }
  }

  /// Who connects the ranks.
  public enum Launcher {
    NOBODY,
    TCP,
    MPI;

    private static final Path MPIRUN = Path.of("/usr/bin/mpirun.openmpi");

    /// Whether it is there.
    boolean isThere() {
      return this != MPI || Files.isExecutable(MPIRUN);
    }
  }

  /// Whether this is a single process.
  public boolean isAlone() {
    return launcher == Launcher.NOBODY;
  }

  /// Starts the processes.
  ///
  /// @param library that is preloaded
  /// @param folder for the operations' files
  Running start(Path library, Path folder) throws IOException {
    Map<String, String> environment = Map.of("LD_PRELOAD", library.toString());
    return switch (launcher) {
      case NOBODY ->
          new Running(
              List.of(ChildJvm.start(OPTIONS, environment, CellProgram.class, folder.toString())));
      case TCP -> startRanks(environment, folder);
      case MPI ->
          new Running(
              List.of(
                  ChildJvm.start(
                      List.of(
                          Launcher.MPIRUN.toString(),
                          "--oversubscribe",
                          "--allow-run-as-root",
                          "-n",
                          Integer.toString(size)),
                      OPTIONS,
                      environment,
                      RankProgram.class,
                      arguments(folder))));
    };
  }

  // The coordinator has nothing more to do once the first rank, which registers as the others do,
  // has answered that all are connected.
  private Running startRanks(Map<String, String> environment, Path folder) throws IOException {
    List<ChildJvm> ranks = new ArrayList<>();
    try (Coordinator coordinator =
        Coordinator.open(size, InetAddress.getLoopbackAddress(), _ -> {})) {
      for (int rank = 0; rank < size; rank++) {
        Map<String, String> variables =
            new TreeMap<>(
                new JobDescription(coordinator.job(), "tcp", rank, size, coordinator.contact())
                    .environment());
        variables.putAll(environment);
        ranks.add(ChildJvm.start(OPTIONS, variables, RankProgram.class, arguments(folder)));
      }
      ranks.getFirst().say("connected?");
      String _ = ranks.getFirst().hear();
      return new Running(List.copyOf(ranks));
    }
  }

  private String[] arguments(Path folder) {
    return new String[] {folder.toString(), Integer.toString(struck)};
  }

  /// Processes that have been started; the first one is spoken to.
  record Running(List<ChildJvm> processes) implements AutoCloseable {
    String ask(String line) throws IOException {
      processes.getFirst().say(line);
      return processes.getFirst().hear();
    }

    String errors() {
      StringBuilder all = new StringBuilder();
      processes.forEach(process -> all.append(process.errors()));
      return all.toString();
    }

    // A launcher that is killed could leave its ranks: the first one ends, and so the others do.
    @Override
    public void close() throws IOException {
      processes.getFirst().say(RankProgram.END);
      for (ChildJvm process : processes) {
        int _ = process.end();
        process.close();
      }
    }
  }
}
