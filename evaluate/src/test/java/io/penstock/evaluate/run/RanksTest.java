package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RanksTest {
  private static final Drill DRILL = Drill.of("ping-pong", 4096, Duration.ofMillis(1)).processes(2);

  private static final List<Drill> ONE = List.of(DRILL);

  @TempDir Path folder;

  static List<MpiInstallation> installations() {
    return MpiInstallation.find();
  }

  /// Adds up what all ranks of the job are told that they are.
  static class Counting implements Exercise {
    @Override
    public Session prepare(DrillTask task) throws Exception {
      Communicator world = Communicator.world();
      return new Session() {
        private final long[] sum = new long[1];

        @Override
        public void arm(long salt) {}

        @Override
        public Reading run() throws Exception {
          world.allReduce(new long[] {1L << task.rank()}, sum, Reduction.SUM);
          return new Reading(500, 10);
        }

        @Override
        public Optional<String> fault(long salt) {
          boolean right =
              sum[0] == (1L << task.drill().processes()) - 1 && world.rank() == task.rank();
          return right
              ? Optional.empty()
              : Optional.of("rank %d of %d".formatted(world.rank(), world.size()));
        }

        @Override
        public void close() {}
      };
    }
  }

  /// Rank 1 goes without a word while the other one waits for it.
  static final class Dying extends Counting {
    @Override
    public Session prepare(DrillTask task) throws Exception {
      if (task.rank() == 1) {
        Communicator.world();
        System.err.println("the ship sinks");
        Runtime.getRuntime().halt(7);
      }
      Communicator.world().barrier();
      return super.prepare(task);
    }
  }

  /// Rank 1 does nothing any more.
  static final class Hanging extends Counting {
    @Override
    public Session prepare(DrillTask task) throws Exception {
      if (task.rank() == 1) {
        new CountDownLatch(1).await();
      }
      return super.prepare(task);
    }
  }

  @Test
  void allThatTheseTestsNeedAreFound() {
    assertThat(installations())
        .as("run ./penstock setup mpi, which installs what is missing")
        .extracting(MpiInstallation::key)
        .containsExactly("open-mpi", "mpich", "mpi-abi");
    assertThat(installations().getFirst().name()).matches("Open MPI \\d.*");
  }

  @ParameterizedTest
  @MethodSource("installations")
  void ranksInJavaAreToldWhoTheyAreByTheirLauncher(MpiInstallation mpi) throws IOException {
    assertThat(run(counting(mpi, ONE)).results())
        .allSatisfy(result -> assertThat(result.outcome()).isInstanceOf(Outcome.Measured.class));
  }

  @ParameterizedTest
  @MethodSource("installations")
  void ranksInCExchangeMessages(MpiInstallation mpi) throws IOException {
    Executable c = Children.setting(1, Effort.QUICK, 1).tools().drills(mpi);
    assertThat(run(c, DRILL).results())
        .allSatisfy(result -> assertThat(result.outcome()).isInstanceOf(Outcome.Measured.class));
  }

  @ParameterizedTest
  @MethodSource("installations")
  void whereOneRankDiesAllAreGone(MpiInstallation mpi) throws Exception {
    String mark = mark();
    ExperimentOutcome outcome = run(java(mpi, "leaving", new Dying(), ONE, mark));
    assertThat(reason(outcome)).contains("ended in the middle", "the ship sinks");
    expectNobody(mark);
  }

  @Test
  void whereOneRankIsSilentAllAreGivenUpAtTheDeadline() throws Exception {
    String mark = mark();
    ExperimentOutcome outcome =
        Fixture.run(
            folder,
            Fixture.rules(Duration.ofSeconds(5)),
            experiment(java(installations().getFirst(), "silent", new Hanging(), ONE, mark)));
    assertThat(reason(outcome)).isEqualTo("said nothing for 5 s");
    expectNobody(mark);
  }

  @Test
  void anotherNumberOfRanksIsAnotherJob() throws IOException {
    List<Drill> drills = List.of(DRILL, DRILL.processes(3), DRILL);
    ExperimentOutcome outcome = run(counting(installations().getLast(), drills));
    assertThat(outcome.results()).extracting(Result::processes).containsExactly(2, 3, 2);
    assertThat(outcome.results()).allMatch(result -> result.measured().isPresent());
  }

  @Test
  void nothingStaysBehind() throws Exception {
    String mark = mark();
    run(counting(installations().getFirst(), ONE, mark));
    expectNobody(mark);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatCannotBeLaunchedIsSaidInOneLine() throws IOException {
    MpiInstallation none =
        new MpiInstallation(
            "none", "None", List.of("/nowhere/mpiexec"), "cc", Map.of(), Optional.empty());
    assertThat(reason(run(counting(none, ONE)))).startsWith("cannot be started: ");
    for (MpiInstallation mpi : installations()) {
      Executable absent =
          new Executable.Launched(mpi, new Executable.Native(List.of("/nowhere/program")));
      // A launcher that writes to a rank that is gone at once may end by SIGPIPE before it has said
      // why.
      assertThat(reason(run(absent, DRILL)))
          .startsWith("ended in the middle")
          .matches(text -> text.contains("/nowhere/program") || text.contains("status 141"));
    }
  }

  @Test
  void aMissingProgramIsMissingUnderALauncherToo() throws IOException {
    Executable missing =
        new Executable.Launched(installations().getFirst(), new Executable.Missing("no compiler"));
    assertThat(Fixture.outcome(run(missing, DRILL), "ranks"))
        .isEqualTo(new Outcome.Absent("no compiler"));
  }

  private ExperimentOutcome run(Executable program, Drill... drills) throws IOException {
    return run(Entry.of("ranks", By.PENSTOCK, program, List.of(drills)));
  }

  private ExperimentOutcome run(Entry ranks) throws IOException {
    return Fixture.run(folder, Fixture.rules(), experiment(ranks));
  }

  private static Experiment experiment(Entry ranks) {
    return TestTable.drills(Measure.NANOSECONDS).add(ranks);
  }

  private static Entry counting(MpiInstallation mpi, List<Drill> drills, String... options) {
    return java(mpi, "counting", new Counting(), drills, options);
  }

  private static Entry java(
      MpiInstallation mpi, String name, Exercise way, List<Drill> drills, String... options) {
    String[] all =
        Stream.concat(Stream.of("-XX:TieredStopAtLevel=1"), Stream.of(options))
            .toArray(String[]::new);
    return Entry.of(name, By.PENSTOCK, way, drills).options(all).launchedBy(mpi);
  }

  private static String mark() {
    return "-Dpenstock.test.job=" + UUID.randomUUID();
  }

  private static void expectNobody(String mark) throws Exception {
    for (ProcessHandle left : left(mark)) {
      left.onExit().get(60, TimeUnit.SECONDS); // it may be in its last moments
    }
    assertThat(left(mark)).isEmpty();
  }

  private static List<ProcessHandle> left(String mark) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(mark))
        .toList();
  }

  private static String reason(ExperimentOutcome outcome) {
    return ((Outcome.Fault) outcome.results().getFirst().outcome()).reason();
  }
}
