package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The ranks of a job, started all at once by MPI's own launcher. Another number of them is another
/// job.
///
/// A launcher passes on the standard input to one rank at most and mixes what the ranks print, so
/// each rank has two named pipes instead. What they complain about comes out of the launcher.
final class Ranks implements Staff {
  /// A launcher ends the other ranks first when one has ended.
  private static final Duration ENDING = Duration.ofSeconds(10);

  private static final Duration FAREWELL = Duration.ofSeconds(20);

  /// Takes the place of the program, whose words follow the folder of the pipes. Open MPI, all of
  /// MPICH's family and Slurm tell a rank its number so.
  private static final String CONNECTED =
      """
      rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${PMIX_RANK:-${SLURM_PROCID:?no rank of an MPI job}}}}
      folder=$1
      shift
      exec "$@" <"$folder/$rank.orders" >"$folder/$rank.answers"
      """;

  private final MpiInstallation mpi;
  private final Experiment experiment;
  private final Entry entry;
  private final Launcher launcher;
  private final Rules rules;
  private final Path folder;
  private Optional<Job> job = Optional.empty();

  /// @param process the launcher
  private record Job(Subprocess process, RankPipes pipes, List<Child> children) {}

  /// @param folder for the pipes
  Ranks(
      MpiInstallation mpi,
      Experiment experiment,
      Entry entry,
      Launcher launcher,
      Rules rules,
      Path folder) {
    this.mpi = mpi;
    this.experiment = experiment;
    this.entry = entry;
    this.launcher = launcher;
    this.rules = rules;
    this.folder = folder;
  }

  @Override
  public List<Child> children() {
    return job.map(Job::children).orElse(List.of());
  }

  @Override
  public boolean number(int number) throws AbsentException, FailedException {
    if (children().size() == number) {
      return false;
    }
    close();
    List<String> command = launcher.command(experiment, entry);
    job = Optional.of(start(number, command));
    return true;
  }

  private Job start(int number, List<String> command) throws FailedException {
    try {
      RankPipes pipes = RankPipes.open(folder, number);
      return start(number, command, pipes);
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    }
  }

  private Job start(int number, List<String> command, RankPipes pipes) throws FailedException {
    try {
      Subprocess process =
          Subprocess.start(mpi.job(number, connected(pipes.folder(), command)), ENDING);
      process.afterEnd(pipes::noMoreRanks);
      return new Job(process, pipes, children(number, process, pipes));
    } catch (FailedException e) {
      pipes.close();
      throw e;
    }
  }

  private List<Child> children(int number, Subprocess process, RankPipes pipes) {
    return IntStream.range(0, number)
        .mapToObj(
            rank -> new Child(process, pipes.orders(rank), pipes.answers(rank), rules.deadline()))
        .toList();
  }

  private static List<String> connected(Path folder, List<String> command) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", CONNECTED, "rank", folder.toString()));
    words.addAll(command);
    return words;
  }

  /// All are told before any is waited for: MPI ends for all ranks together.
  @Override
  public void close() {
    job.ifPresent(
        leaving -> {
          leaving.children().forEach(Child::dismiss);
          leaving.process().part(FAREWELL);
          leaving.pipes().close();
        });
    job = Optional.empty();
  }

  @Override
  public void kill() {
    job.ifPresent(
        failed -> {
          failed.process().kill();
          failed.pipes().close();
        });
    job = Optional.empty();
  }
}
