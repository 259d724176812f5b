package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Executable.Launched;
import io.penstock.evaluate.run.Executable.Started;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.evaluate.run.Subprocess.FailedException;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The pool of worker processes of one entry, as many as its current work needs. For one thread.
///
/// They are started here, one by one; or all at once by one process as the ranks of a job, MPI's
/// own launcher for instance, which passes on the standard input to one rank at most and mixes what
/// the ranks print, so each rank has two named pipes instead, and what they complain about comes
/// out of that process. Ranks that are connected by TCP are started one by one and meet by a
/// coordinator in this process. Another number of ranks is another job.
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
  private final ProcessLauncher launcher;
  private final Rules rules;
  private final Path folder;

  /// Those that were started: one for each child, or the launcher of all.
  private final List<Subprocess> processes = new ArrayList<>();

  private final List<Child> children = new ArrayList<>();

  /// Released for each answer of any of them.
  private final Semaphore bell = new Semaphore(0);

  private @Nullable RankPipes pipes;
  private @Nullable Coordinator coordinator;

  /// Nobody yet.
  ///
  /// @param experiment whose entry it is
  /// @param folder for the pipes of ranks
  Staff(Experiment experiment, Entry entry, ProcessLauncher launcher, Rules rules, Path folder) {
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

  /// Takes one out of some that were told something: whoever answers, or ends, first. Where nobody
  /// does until the deadline it is the first of them.
  Child next(List<Child> silent) {
    long end = System.nanoTime() + rules.deadline().toNanos();
    try {
      do {
        bell.drainPermits();
        for (Child child : silent) {
          if (child.hasAnswered()) {
            silent.remove(child);
            return child;
          }
        }
      } while (bell.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // who has not answered yet is given up
    }
    return silent.removeFirst();
  }

  /// Sees to it that there are just so many, fresh ones where they are not there.
  ///
  /// @return whether any is fresh
  /// @throws AbsentException if their program is missing
  /// @throws FailedException if they cannot be started
  boolean number(int number) throws AbsentException, FailedException {
    boolean job = entry.program().isJob();
    if (children.size() > number || (job && children.size() != number)) {
      dismiss(job ? 0 : number);
    }
    boolean more = children.size() < number;
    if (more) {
      begin(number);
    }
    while (children.size() < number) {
      start(number);
    }
    return more;
  }

  private void begin(int number) throws AbsentException, FailedException {
    switch (entry.program()) {
      case Launched(MpiInstallation mpi, _) ->
          launch(number, (command, folder) -> mpi.job(number, connected(folder, command)));
      case Started(String how, _) when how.equals(Started.THREADS) ->
          launch(number, (command, folder) -> WorkerMain.job(number, command, folder));
      case Started(String how, _) when how.equals(Started.TCP) -> coordinator = coordinator(number);
      default -> {} // one by one
    }
  }

  private void start(int number) throws AbsentException, FailedException {
    ProcessBuilder command = new ProcessBuilder(launcher.command(experiment, entry));
    if (coordinator != null) {
      tell(coordinator, children.size(), number, command.environment());
    }
    Subprocess process = Subprocess.start(command, ENDING);
    Process started = process.process();
    processes.add(process);
    children.add(
        new Child(
            process, started.getOutputStream(), started.getInputStream(), rules.deadline(), bell));
  }

  private static Coordinator coordinator(int number) throws FailedException {
    try {
      return Coordinator.open(number, InetAddress.getLoopbackAddress(), System.err::println);
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    }
  }

  private static void tell(Coordinator met, int rank, int ranks, Map<String, String> environment) {
    MpiInstallation.forgetOtherJobs(environment);
    environment.putAll(
        new JobDescription(met.job(), Started.TCP, rank, ranks, met.contact()).environment());
  }

  /// @param job that is started, by the command of each rank and the folder of the pipes
  private void launch(int number, BiFunction<List<String>, Path, ProcessBuilder> job)
      throws AbsentException, FailedException {
    List<String> command = launcher.command(experiment, entry);
    try {
      RankPipes open = RankPipes.open(folder, number);
      pipes = open;
      Subprocess started = Subprocess.start(job.apply(command, open.folder()), ENDING_OF_JOB);
      processes.add(started);
      started.afterEnd(open::noMoreRanks);
      for (int rank = 0; rank < number; rank++) {
        children.add(
            new Child(started, open.orders(rank), open.answers(rank), rules.deadline(), bell));
      }
    } catch (IOException e) {
      throw new FailedException("cannot be started: " + e.getMessage());
    } catch (FailedException e) {
      forget();
      throw e;
    }
  }

  private static List<String> connected(Path folder, List<String> command) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", CONNECTED, "rank", folder.toString()));
    words.addAll(command);
    return words;
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
    Duration farewell = pipes != null ? FAREWELL_OF_JOB : FAREWELL;
    processes.subList(from, processes.size()).forEach(process -> process.part(farewell));
    processes.subList(from, processes.size()).clear();
    forget();
  }

  /// Ends all of them at once.
  void kill() {
    processes.forEach(Subprocess::kill);
    processes.clear();
    children.clear();
    forget();
  }

  private void forget() {
    if (pipes != null) {
      pipes.close();
      pipes = null;
    }
    if (coordinator != null) {
      coordinator.close();
      coordinator = null;
    }
  }
}
