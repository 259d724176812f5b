package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Command;
import io.penstock.evaluate.machine.MpiInstallation;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Processes that work together, as many as a work needs. For one thread.
sealed interface Staff extends AutoCloseable {

  /// That of an entry of an experiment, nobody yet.
  ///
  /// @param folder for what they need
  static Staff of(Experiment experiment, Entry entry, Launcher launcher, Rules rules, Path folder) {
    return entry.program() instanceof Program.Launched(var mpi, _)
        ? new Ranks(mpi, experiment, entry, launcher, rules, folder)
        : new Processes(experiment, entry, launcher, rules);
  }

  /// Those that are there, in the order of their ranks.
  List<Child> children();

  /// Sees to it that there are just so many, fresh ones where they are not there.
  ///
  /// @return whether any is fresh
  /// @throws AbsentException if their program is missing
  /// @throws FailedException if they cannot be started
  boolean number(int number) throws AbsentException, FailedException;

  /// Lets all of them end, and ends those that do not.
  @Override
  void close();

  /// Ends all of them at once.
  void kill();

  /// Processes that are started here, one by one.
  final class Processes implements Staff {
    private static final Duration ENDING = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Experiment experiment;
    private final Entry entry;
    private final Launcher launcher;
    private final Rules rules;
    private final List<Member> members = new ArrayList<>();

    private record Member(Subprocess process, Child child) {}

    Processes(Experiment experiment, Entry entry, Launcher launcher, Rules rules) {
      this.experiment = experiment;
      this.entry = entry;
      this.launcher = launcher;
      this.rules = rules;
    }

    @Override
    public List<Child> children() {
      return members.stream().map(Member::child).toList();
    }

    @Override
    public boolean number(int number) throws AbsentException, FailedException {
      if (members.size() > number) {
        dismiss(members.subList(number, members.size()));
      }
      boolean more = members.size() < number;
      while (members.size() < number) {
        members.add(start());
      }
      return more;
    }

    private Member start() throws AbsentException, FailedException {
      List<String> command = launcher.command(experiment, entry);
      Subprocess process = Subprocess.start(new ProcessBuilder(command), ENDING);
      Process started = process.process();
      return new Member(
          process,
          new Child(
              process, started.getOutputStream(), started.getInputStream(), rules.deadline()));
    }

    @Override
    public void close() {
      dismiss(members);
    }

    private static void dismiss(List<Member> leaving) {
      leaving.forEach(member -> member.child().dismiss());
      leaving.forEach(member -> member.process().part(FAREWELL));
      leaving.clear();
    }

    @Override
    public void kill() {
      members.forEach(member -> member.process().kill());
      members.clear();
    }
  }

  /// The ranks of a job, started all at once by MPI's own launcher. Another number of them is
  /// another job.
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
      List<String> words =
          new ArrayList<>(List.of("sh", "-c", CONNECTED, "rank", folder.toString()));
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

  /// Two named pipes for each rank of a job, one for orders and one for answers, in a folder of
  /// their own.
  ///
  /// Whoever opens one end of a named pipe waits until somebody opens the other. A rank that never
  /// comes would thus be waited for for ever. So this process opens each pipe at both ends at once,
  /// which does not wait, and gives up the rank's end of the answers when the rank has answered, or
  /// when no rank can come any more.
  final class RankPipes implements AutoCloseable {
    private static final String ORDERS = ".orders";
    private static final String ANSWERS = ".answers";

    private final Path folder;
    private final List<RandomAccessFile> orders = new ArrayList<>();
    private final List<Answers> answers = new ArrayList<>();

    private RankPipes(Path folder) {
      this.folder = folder;
    }

    /// Makes them and opens this process's ends.
    ///
    /// @param parent of the folder
    /// @throws IOException if that fails; the message says so in one line
    static RankPipes open(Path parent, int ranks) throws IOException {
      RankPipes pipes = new RankPipes(Files.createTempDirectory(parent, "ranks-"));
      try {
        Stream<Path> all = IntStream.range(0, ranks).boxed().flatMap(rank -> pipes.files(rank));
        String _ =
            Command.output(Stream.concat(Stream.of("mkfifo"), all.map(Path::toString)).toList());
        for (int rank = 0; rank < ranks; rank++) {
          pipes.orders.add(bothEnds(pipes.file(rank, ORDERS)));
          pipes.answers.add(Answers.of(pipes.file(rank, ANSWERS)));
        }
        return pipes;
      } catch (IOException e) {
        pipes.close();
        throw e;
      }
    }

    private Stream<Path> files(int rank) {
      return Stream.of(file(rank, ORDERS), file(rank, ANSWERS));
    }

    private Path file(int rank, String which) {
      return folder.resolve(rank + which);
    }

    private static RandomAccessFile bothEnds(Path file) throws IOException {
      return new RandomAccessFile(file.toFile(), "rw");
    }

    /// Where they are: `0.orders`, `0.answers` and so on.
    Path folder() {
      return folder;
    }

    /// What a rank reads.
    OutputStream orders(int rank) {
      return Channels.newOutputStream(orders.get(rank).getChannel());
    }

    /// What a rank has written.
    InputStream answers(int rank) {
      return answers.get(rank);
    }

    /// Says that no rank will come any more, so that the answers end.
    void noMoreRanks() {
      answers.forEach(Answers::endWithRank);
    }

    /// Lets the pipes go. Whoever reads answers sees their end as soon as the ranks have ended.
    @Override
    public void close() {
      try {
        noMoreRanks();
        for (RandomAccessFile file : orders) {
          file.close();
        }
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(folder);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remove " + folder + ": " + e.getMessage(), e);
      }
    }

    /// The answers of a rank. They end when the rank does, once it has answered anything.
    private static final class Answers extends FilterInputStream {
      private final RandomAccessFile ranksEnd;

      private Answers(RandomAccessFile ranksEnd, InputStream own) {
        super(own);
        this.ranksEnd = ranksEnd;
      }

      static Answers of(Path file) throws IOException {
        RandomAccessFile both = bothEnds(file);
        try {
          return new Answers(both, new FileInputStream(file.toFile()));
        } catch (IOException e) {
          both.close();
          throw e;
        }
      }

      @Override
      public int read() throws IOException {
        int read = super.read();
        endWithRank();
        return read;
      }

      @Override
      public int read(byte[] into, int from, int most) throws IOException {
        int read = super.read(into, from, most);
        endWithRank();
        return read;
      }

      void endWithRank() {
        try {
          ranksEnd.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
