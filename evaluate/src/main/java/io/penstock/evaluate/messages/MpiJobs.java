package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.messages.RankSession.Rank;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.message.Communicator;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The ranks of MPI jobs, by each library that is here: a message to and fro, collective
/// operations, and the start of a job.
final class MpiJobs implements Question {
  private static final String THROUGHPUT = "messages.mpi.throughput";
  private static final String START = "messages.mpi.start";

  /// The beginnings of names that end in a library's key.
  private static final String C = "c-";

  static final String PENSTOCK = "penstock-";
  private static final String SEGMENT = PointToPoint.SEGMENT + "-";
  private static final String ARRAY = PointToPoint.ARRAY + "-";

  /// Penstock's own transport between processes.
  private static final String TCP = "penstock-tcp";

  private static final String NONE =
      "MPI: none was found; run ./penstock setup mpi, or install Open MPI or MPICH";

  private static final double MOST_START_MILLIS = 400;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MessageSizes sizes = MessageSizes.of(setting);
    Stream<Experiment> together =
        Stream.of(2, 4)
            .flatMap(ranks -> Stream.of(allReduce(sizes, ranks), allToAll(sizes, ranks)));
    return Stream.of(
            Stream.of(latency(sizes), throughput(sizes)), together, Stream.of(start(sizes)))
        .flatMap(some -> some);
  }

  /// All libraries that this machine has; one where minutes count.
  static List<MpiInstallation> libraries(MessageSizes sizes) {
    return sizes.tools().mpi().stream().limit(sizes.quick() ? 1 : Long.MAX_VALUE).toList();
  }

  // ---- point to point --------------------------------------------------------------------------

  private static Experiment latency(MessageSizes sizes) {
    Experiment all =
        pingPong(
            sizes,
            "messages.mpi.latency",
            "A small message between two ranks of an MPI job, one way",
            Measure.MICROSECONDS,
            sizes.smallByMpi());
    for (MpiInstallation library : libraries(sizes)) {
      all =
          all.leastGoalOfC(
              library.key() + ", latency: segment / C", 1 / 1.15, SEGMENT + library.key(), ANY);
    }
    return all;
  }

  private static Experiment throughput(MessageSizes sizes) {
    Experiment all =
        pingPong(
            sizes,
            THROUGHPUT,
            "A large message between two ranks of an MPI job, one way",
            Measure.THROUGHPUT,
            sizes.largeByMpi());
    for (MpiInstallation library : libraries(sizes)) {
      String from = library.key() + ", throughput from ";
      all =
          all.leastGoalOfC(
                  from + "64 KiB on: segment / C",
                  0.95,
                  SEGMENT + library.key(),
                  bytes(64 << 10, Long.MAX_VALUE))
              .leastGoalOfC(
                  from + "1 MiB on: array / C",
                  0.7,
                  ARRAY + library.key(),
                  bytes(1 << 20, Long.MAX_VALUE));
    }
    return all;
  }

  private static Experiment pingPong(
      MessageSizes sizes, String id, String title, Measure measure, List<Long> messages) {
    List<Drill> drills = sizes.drills(PointToPoint.DRILL, messages, drill -> drill.processes(2));
    Experiment all = experiment(id, title, measure).along(Axis.BYTES).on(drills);
    Exercise segments = RankSession.launched(PingPong::segment);
    Exercise arrays = RankSession.launched(PingPong::array);
    for (MpiInstallation library : libraries(sizes)) {
      all = c(all, sizes, library);
      all = launched(launched(all, SEGMENT, library, segments), ARRAY, library, arrays);
    }
    Exercise own = RankSession.embedded(PingPong::segment);
    all = orMissing(all, sizes).exercise(TCP, By.PENSTOCK, own, MessageSizes::rank);
    return named(all, sizes)
        .remark(
            "Half the time to and fro. C calls MPI_Send and MPI_Recv; Penstock is compared with C"
                + " by the same library under the same launcher. "
                + TCP
                + " sends a segment by Penstock's own transport between processes.")
        .remark(
            String.format(
                Locale.ROOT,
                "Penstock sends up to %s B at once by Open MPI and up to %s B by others; longer"
                    + " messages wait for their receive.",
                MessageSizes.OPEN_MPI_LIMIT,
                MessageSizes.MPI_LIMIT));
  }

  /// A sentence on whether MPI is worth its launcher between processes of one machine.
  @Override
  public List<String> advice(Findings findings) {
    List<String> sentences = new ArrayList<>();
    OptionalDouble own = findings.median(THROUGHPUT, TCP, bytes(1 << 20));
    for (String library : findings.endings(THROUGHPUT, SEGMENT)) {
      sentences.addAll(
          Findings.say(
              "Between processes of this machine 1 MiB travels at %.1f GB/s by MPI ("
                  + library
                  + ") and at %.1f GB/s by tcp.",
              findings.median(THROUGHPUT, SEGMENT + library, bytes(1 << 20)),
              own));
    }
    return sentences;
  }

  // ---- collective operations -------------------------------------------------------------------

  private static Experiment allReduce(MessageSizes sizes, int ranks) {
    return collective(
        sizes,
        "messages.mpi.allreduce.",
        "Doubles summed up over %d ranks, for all of them",
        CollectiveRank.ALL_REDUCE,
        ranks);
  }

  private static Experiment allToAll(MessageSizes sizes, int ranks) {
    return collective(
        sizes,
        "messages.mpi.alltoall.",
        "A block of doubles from each of %d ranks to each",
        CollectiveRank.ALL_TO_ALL,
        ranks);
  }

  private static Experiment collective(
      MessageSizes sizes, String id, String title, String drill, int ranks) {
    Experiment asked =
        experiment(id + ranks, String.format(Locale.ROOT, title, ranks), Measure.MICROSECONDS)
            .along(Axis.BYTES)
            .on(sizes.drills(drill, sizes.together(), one -> one.processes(ranks)));
    return everywhere(asked, sizes, CollectiveRank::new)
        .remark(
            "The time of one operation at rank 0, by memory outside the heap. Sizes are those of"
                + " what a rank has, in a sum, and of a block, otherwise. C calls MPI_Allreduce and"
                + " MPI_Alltoall; Penstock is compared with C by the same library under the same"
                + " launcher. More ranks than cores share them, and waiting MPI libraries do not"
                + " always give way.");
  }

  // ---- what all have in common -----------------------------------------------------------------

  /// With ranks of each library, C's and Penstock's, and those of Penstock's own transports.
  ///
  /// @param asked of processes
  /// @param seat of a rank of Penstock's by its world, which it closes
  static Experiment everywhere(
      Experiment asked, MessageSizes sizes, BiFunction<Communicator, Drill, Rank> seat) {
    Experiment all = asked;
    Exercise launched = RankSession.launched(seat);
    Exercise embedded = RankSession.embedded(seat);
    for (MpiInstallation library : libraries(sizes)) {
      all = launched(c(all, sizes, library), PENSTOCK, library, launched);
    }
    List<Drill> threads =
        asked.works().stream()
            .map(Drill.class::cast)
            .map(drill -> drill.processes(1).threads(drill.processes()))
            .toList();
    all =
        orMissing(all, sizes)
            .exercise(TCP, By.PENSTOCK, embedded, MessageSizes::rank)
            .on(threads)
            .exercise("penstock-threads", By.PENSTOCK, embedded, MessageSizes::rank);
    return named(all, sizes);
  }

  private static Experiment experiment(String id, String title, Measure measure) {
    return Experiment.drill(id, title, MessageSizes.DICKENS, measure);
  }

  /// With the C program by a library.
  private static Experiment c(Experiment experiment, MessageSizes sizes, MpiInstallation library) {
    return experiment.yardstick(C + library.key(), sizes.tools().drills(library));
  }

  /// With ranks of Penstock that a library's launcher starts.
  private static Experiment launched(
      Experiment experiment, String name, MpiInstallation library, Exercise way) {
    Entry entry = Entry.of(name + library.key(), By.PENSTOCK, way, experiment.works());
    return experiment.add(MessageSizes.rank(entry).launchedBy(library).against(C + library.key()));
  }

  /// With those that are missing, where there is no library.
  private static Experiment orMissing(Experiment experiment, MessageSizes sizes) {
    Executable missing = new Executable.Missing(NONE);
    return libraries(sizes).isEmpty()
        ? experiment
            .yardstick("c-mpi", missing)
            .add(Entry.of("penstock-mpi", By.PENSTOCK, missing, experiment.works()))
        : experiment;
  }

  /// With what the keys of libraries stand for.
  private static Experiment named(Experiment experiment, MessageSizes sizes) {
    return experiment.remark(
        libraries(sizes).isEmpty()
            ? NONE
            : libraries(sizes).stream()
                .map(library -> library.key() + ": " + library.name())
                .collect(Collectors.joining("; ", "", ".")));
  }

  // ---- the start of a job ----------------------------------------------------------------------

  private static Experiment start(MessageSizes sizes) {
    Drill drill = Drill.of("start", FirstMessage.BYTES, Duration.ZERO);
    Experiment all =
        experiment(
                START,
                "From the launcher's start to its end, with one message to and fro",
                Measure.MILLISECONDS)
            .on(drill);
    for (MpiInstallation library : libraries(sizes)) {
      String key = library.key();
      all =
          all.on(drill.with(Entry.LIBRARY, key))
              .exercise(
                  C + key,
                  By.C,
                  task -> launches(task, Commands.told(task)),
                  entry -> Commands.tell(alike(entry), sizes.tools().start(library)))
              .exercise(
                  PENSTOCK + key,
                  By.PENSTOCK,
                  task -> launches(task, java()),
                  entry -> alike(entry).against(C + key))
              .goal(
                  key + ", start: 0.4 s / what it takes beyond C",
                  1,
                  findings -> withinMost(findings, PENSTOCK + key, C + key));
    }
    return named(orMissing(all, sizes), sizes)
        .remark(
            String.format(
                Locale.ROOT,
                "Two ranks start MPI, send a message of %d B to and fro and end MPI. The JVMs are"
                    + " as they are without options, but for leave to call native code.",
                FirstMessage.BYTES));
  }

  /// With what a JVM must be told to find the same libraries as this one.
  private static Entry alike(Entry entry) {
    return MessageSizes.heap(entry)
        .options("-Dpenstock.home=" + System.getProperty("penstock.home", ".."));
  }

  private static OptionalDouble withinMost(Findings findings, String penstock, String c) {
    OptionalDouble ours = findings.median(START, penstock, ANY);
    OptionalDouble theirs = findings.median(START, c, ANY);
    return ours.isPresent() && theirs.isPresent()
        ? MessageSizes.within(
            MOST_START_MILLIS, OptionalDouble.of(ours.getAsDouble() - theirs.getAsDouble()))
        : OptionalDouble.empty();
  }

  /// A session of launchers, each with two ranks, from start to end. A rank that gets something
  /// else than was sent says so and fails.
  private static Exercise.Session launches(DrillTask task, List<String> program)
      throws AbsentException {
    String key = task.option(Entry.LIBRARY);
    ProcessBuilder job =
        MpiInstallation.find().stream()
            .filter(one -> one.key().equals(key))
            .findFirst()
            .orElseThrow(() -> new AbsentException("the MPI library is gone: " + key))
            .job(2, program);
    return Exercise.Session.repeating(_ -> {}, new Batch(task), _ -> launch(job), Optional::empty);
  }

  private static void launch(ProcessBuilder job) throws IOException, InterruptedException {
    Process process = job.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0 || !said.contains(FirstMessage.DONE)) {
      throw new IOException("the job failed with exit status " + status + ": " + said);
    }
  }

  private static List<String> java() {
    return List.of(
        Machine.java(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(File.pathSeparator)),
        FirstMessage.class.getName());
  }

  /// A rank of two that sends one message to and fro, a program of its own. The same stands in
  /// `mpi_start.c`.
  static final class FirstMessage {
    private static final long BYTES = Long.BYTES;

    /// The words that rank 0 prints when the message has come back.
    private static final String DONE = "to and fro";

    private static final int TAG = 7;
    private static final long SENT = 42;

    private FirstMessage() {}

    /// Does it; the launcher says as which rank.
    ///
    /// @param arguments none
    public static void main(String[] arguments) {
      try (Communicator world = Communicator.world()) {
        long[] message = {world.rank() == 0 ? SENT : 0};
        if (world.rank() == 0) {
          world.send(message, 1, TAG);
          world.receive(message, 1, TAG);
          expect(message[0], SENT + 1);
          System.out.println(DONE);
        } else {
          world.receive(message, 0, TAG);
          expect(message[0], SENT);
          message[0]++;
          world.send(message, 0, TAG);
        }
      }
    }

    private static void expect(long got, long expected) {
      if (got != expected) {
        throw new IllegalStateException("got " + got + " instead of " + expected);
      }
    }
  }
}
