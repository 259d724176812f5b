package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The processes of an entry that work together, as many as a work needs. For one thread.
///
/// They are started here, one by one; or all at once by MPI's own launcher as the ranks of a job,
/// where another number of them is another job. A launcher passes on the standard input to one rank
/// at most and mixes what the ranks print, so each rank has two named pipes instead. What they
/// complain about comes out of the launcher.
final class Staff implements AutoCloseable {
  private static final Duration ENDING = Duration.ofSeconds(1);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  /// A launcher ends the other ranks first when one has ended.
  private static final Duration ENDING_OF_JOB = Duration.ofSeconds(10);

  private static final Duration FAREWELL_OF_JOB = Duration.ofSeconds(20);

  /// Takes the place of the program, whose words follow the folder of the pipes. Open MPI, all of
  /// MPICH's family and Slurm tell a rank its number so.
  private static final String CONNECTED =
      """
      rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${PMIX_RANK:-${SLURM_PROCID:?no rank of an MPI job}}}}
      folder=$1
      shift
      exec "$@" <"$folder/$rank.orders" >"$folder/$rank.answers"
      """;

  private final Experiment experiment;
  private final Entry entry;
  private final Launcher launcher;
  private final Rules rules;
  private final Path folder;

  /// Those that were started: one for each child, or the launcher of all.
  private final List<Subprocess> processes = new ArrayList<>();

  private final List<Child> children = new ArrayList<>();
  private Optional<RankPipes> pipes = Optional.empty();

  /// Nobody yet.
  ///
  /// @param experiment whose entry it is
  /// @param folder for the pipes of ranks
  Staff(Experiment experiment, Entry entry, Launcher launcher, Rules rules, Path folder) {
    this.experiment = experiment;
    this.entry = entry;
    this.launcher = launcher;
    this.rules = rules;
    this.folder = folder;
  }

  /// Those that are there, in the order of their ranks.
  List<Child> children() {
    return List.copyOf(children);
  }

  /// Sees to it that there are just so many, fresh ones where they are not there.
  ///
  /// @return whether any is fresh
  /// @throws AbsentException if their program is missing
  /// @throws FailedException if they cannot be started
  boolean number(int number) throws AbsentException, FailedException {
    boolean launched = entry.program() instanceof Program.Launched;
    if (children.size() > number || (launched && children.size() != number)) {
      dismiss(launched ? 0 : number);
    }
    boolean more = children.size() < number;
    if (more && entry.program() instanceof Program.Launched(var mpi, _)) {
      launch(mpi, number);
    }
    while (children.size() < number) {
      start();
    }
    return more;
  }

  private void start() throws AbsentException, FailedException {
    List<String> command = launcher.command(experiment, entry);
    Subprocess process = Subprocess.start(new ProcessBuilder(command), ENDING);
    Process started = process.process();
    processes.add(process);
    children.add(
        new Child(process, started.getOutputStream(), started.getInputStream(), rules.deadline()));
  }

  private void launch(MpiInstallation mpi, int number) throws AbsentException, FailedException {
    List<String> command = launcher.command(experiment, entry);
    try {
      RankPipes open = RankPipes.open(folder, number);
      pipes = Optional.of(open);
      List<String> words =
          new ArrayList<>(List.of("sh", "-c", CONNECTED, "rank", open.folder().toString()));
      words.addAll(command);
      Subprocess job = Subprocess.start(mpi.job(number, words), ENDING_OF_JOB);
      processes.add(job);
      job.afterEnd(open::noMoreRanks);
      for (int rank = 0; rank < number; rank++) {
        children.add(new Child(job, open.orders(rank), open.answers(rank), rules.deadline()));
      }
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    } catch (FailedException e) {
      closePipes();
      throw e;
    }
  }

  /// Lets all of them end, and ends those that do not.
  @Override
  public void close() {
    dismiss(0);
  }

  /// All are told before any is waited for: MPI ends for all ranks together.
  private void dismiss(int from) {
    children.subList(from, children.size()).forEach(Child::dismiss);
    children.subList(from, children.size()).clear();
    Duration farewell = pipes.isPresent() ? FAREWELL_OF_JOB : FAREWELL;
    processes.subList(from, processes.size()).forEach(process -> process.part(farewell));
    processes.subList(from, processes.size()).clear();
    closePipes();
  }

  /// Ends all of them at once.
  void kill() {
    processes.forEach(Subprocess::kill);
    processes.clear();
    children.clear();
    closePipes();
  }

  private void closePipes() {
    pipes.ifPresent(RankPipes::close);
    pipes = Optional.empty();
  }
}
