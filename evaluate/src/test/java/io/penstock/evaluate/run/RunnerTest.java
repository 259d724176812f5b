package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.report.Axis;
import io.penstock.report.Detail;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Outcome.Fault.Kind;
import io.penstock.report.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RunnerTest {
  private static final long BYTES = 300_001;
  private static final FileWork READ = FileWork.read(ElementType.BYTE, BYTES);
  private static final FileWork WRITE = FileWork.write(ElementType.BYTE, BYTES);

  @TempDir Path folder;

  static Stream<FileWork> works() {
    FileWork tiles =
        FileWork.read(ElementType.BYTE, 60 * 40 * 30)
            .access(new Access.Tiles(List.of(60L, 40L, 30L), List.of(20L, 10L, 15L)));
    return Stream.of(
        READ.threads(3),
        READ.processes(3),
        WRITE.threads(2).processes(2),
        tiles.threads(2).processes(2),
        FileWork.write(ElementType.BYTE, 72_000).access(tiles.access()).threads(3),
        READ.request(1000).access(new Access.Scattered(777, 5, 4)).threads(2).processes(2),
        READ.elements(90_000).processes(3).request(5_000).access(new Access.InTurn(4)),
        WRITE.elements(90_000).processes(3).request(5_000).access(new Access.InTurn(2)),
        dealt(READ.elements(30 * 41 * 9)),
        dealt(WRITE.elements(30 * 41 * 9)));
  }

  private static FileWork dealt(FileWork work) {
    return work.processes(4)
        .access(
            new Access.Distributed(
                new Distribution(
                    Shape.of(30, 41, 9),
                    List.of(Dealing.block(), Dealing.cyclic(3), Dealing.whole()),
                    Shape.of(2, 2, 1))));
  }

  @ParameterizedTest
  @MethodSource("works")
  void honestApproachesInJavaAndCAreMeasured(FileWork work) throws IOException {
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(Fixture.entry("java", Executable.of(new ChannelApproach()), work))
                .add(Fixture.c("c", Fixture.yardstick(), work)));
    assertThat(outcome.results()).allMatch(result -> result.measured().isPresent());
    assertThat(outcome.results().getFirst().measured().orElseThrow().ratioToC()).isPresent();
  }

  @Test
  void detailsAreTakenOfWorksThatAskForThem() throws IOException {
    FileWork work = READ.request(1000).access(new Access.Scattered(777, 5, 4)).threads(2);
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(Fixture.entry("java", Executable.of(new ChannelApproach()), work.detailed()))
                .add(Fixture.c("c", Fixture.yardstick(), work.detailed()))
                .add(Fixture.entry("honest", Executable.of(new ChannelApproach()), work)));
    assertThat(outcome.results())
        .extracting(Result::details)
        .satisfiesExactly(
            RunnerTest::assertIsProcessor,
            RunnerTest::assertIsProcessor,
            none -> assertThat(none).isEmpty());
  }

  private static void assertIsProcessor(List<Detail> details) {
    assertThat(details).singleElement().returns("processor", Detail::name);
    assertThat(details.getFirst().figures().min()).isPositive();
    assertThat(details.getFirst().figures().runs()).isEqualTo(Fixture.rules().runs());
  }

  /// The evaluation goes on, and what was measured before stays.
  @Test
  void anExperimentWhoseFilesCannotBeMadeHasFailed() throws IOException {
    Experiment experiment =
        Fixture.experiment(FileState.CACHED)
            .add(Fixture.entry("java", Executable.of(new ChannelApproach()), READ));
    List<ExperimentOutcome> told = new ArrayList<>();
    List<Integer> skipped = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void finished(ExperimentOutcome outcome) {
            told.add(outcome);
          }

          @Override
          public void skips(int runs) {
            skipped.add(runs);
          }
        };
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      Files.delete(workspace.folder()); // as somebody does who tidies up
      Runner runner = new Runner(workspace, Fixture.rules(), Fixture.launcher(), listener);
      ExperimentOutcome outcome = runner.run(experiment);
      assertThat(Fixture.outcome(outcome, "java"))
          .asInstanceOf(type(Outcome.Fault.class))
          .returns(Kind.FAILED, Outcome.Fault::kind)
          .extracting(Outcome.Fault::reason)
          .asString()
          .startsWith("its files cannot be made: ");
      assertThat(told).containsExactly(outcome);
      assertThat(skipped).containsExactly(runner.steps(experiment));
    }
  }

  /// Whoever tidies up while an experiment runs ends that one alone.
  @Test
  void anExperimentWhoseFilesAreDeletedMeanwhileHasFailed() throws IOException {
    Experiment experiment =
        Fixture.experiment(FileState.CACHED)
            .add(Fixture.entry("java", Executable.of(new ChannelApproach()), READ));
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      Listener listener =
          new Listener() {
            @Override
            public void ends() {
              try {
                ScratchFolder.delete(workspace.folder());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          };
      Runner runner = new Runner(workspace, Fixture.rules(), Fixture.launcher(), listener);
      ExperimentOutcome outcome = runner.run(experiment);
      assertThat(Fixture.outcome(outcome, "java"))
          .asInstanceOf(type(Outcome.Fault.class))
          .returns(Kind.FAILED, Outcome.Fault::kind);
      assertThat(outcome.remarks()).anyMatch(remark -> remark.contains("its files are gone: "));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void everyStateOfTheFileIsMadeForWriters(FileState state) throws IOException {
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(state)
                .add(Fixture.entry("java", Executable.of(new ChannelApproach()), WRITE))
                .add(Fixture.c("c", Fixture.yardstick(), WRITE)));
    assertThat(outcome.remarks())
        .contains("Before each run: " + state.words() + ", checked.")
        .hasSize(state.isCached() ? 2 : 1);
    if (state.isCached()) {
      assertThat(outcome.remarks().getLast())
          .contains("written in pieces of " + Folios.size(state.pieceBytes()) + " and lies in");
    }
    assertThat(outcome.results()).allMatch(result -> result.measured().isPresent());
  }

  @Test
  void wrongBytesAreNoticedInReadsAndWrites() throws IOException {
    for (FileWork work : List.of(READ.threads(2), WRITE.threads(2))) {
      ExperimentOutcome outcome =
          run(
              Fixture.experiment(FileState.CACHED)
                  .add(
                      Fixture.entry(
                          "careless", Executable.of(new FaultyApproaches.Careless()), work))
                  .add(Fixture.entry("astray", Executable.of(new FaultyApproaches.Astray()), work))
                  .add(Fixture.entry("idle", Executable.of(new FaultyApproaches.Idle()), work))
                  .add(Fixture.entry("honest", Executable.of(new ChannelApproach()), work)));
      assertThat(outcome.results().subList(0, 3))
          .extracting(Result::outcome)
          .allMatch(result -> result instanceof Outcome.Fault(Kind kind, _) && kind == Kind.WRONG);
      assertThat(outcome.results().getLast().measured()).isPresent();
    }
  }

  @Test
  void wrongBytesOfAnApproachKnownToBeUnsafeAreAFinding() throws IOException {
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(
                    Fixture.entry("astray", Executable.of(new FaultyApproaches.Astray()), WRITE)
                        .unsafe("buffers are not coherent")));
    assertThat(Fixture.outcome(outcome, "astray"))
        .asInstanceOf(type(Outcome.Absent.class))
        .extracting(Outcome.Absent::reason)
        .asString()
        .startsWith("buffers are not coherent: ");
  }

  @Test
  void whatFailsIsReportedInOneLineAndTheOthersGoOn() throws IOException {
    Executable babbling = new Executable.Native(List.of("sh", "-c", "echo hello; exec cat"));
    Executable missing = new Executable.Native(List.of(folder.resolve("nothing").toString()));
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(Fixture.entry("dying", Executable.of(new FaultyApproaches.Dying()), READ))
                .add(
                    Fixture.entry("throwing", Executable.of(new FaultyApproaches.Throwing()), READ))
                .add(Fixture.entry("babbling", babbling, READ))
                .add(Fixture.entry("missing", missing, READ))
                .add(Fixture.entry("honest", Executable.of(new ChannelApproach()), READ)));
    assertThat(reason(outcome, "dying"))
        .isEqualTo("ended in the middle (exit status 7): the ship sinks");
    assertThat(reason(outcome, "throwing")).isEqualTo("java.io.IOException: the disk is gone");
    assertThat(reason(outcome, "babbling"))
        .startsWith("answered nonsense instead of 'ready': hello");
    assertThat(reason(outcome, "missing")).startsWith("cannot be started");
    assertThat(Fixture.outcome(outcome, "honest")).isInstanceOf(Outcome.Measured.class);
  }

  @Test
  void whoReportsTimesThatCannotBeFailsAlone() throws IOException {
    String far = "ran " + Long.MIN_VALUE + " " + Long.MAX_VALUE;
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(Fixture.entry("far", Fixture.answering(far), READ))
                .add(Fixture.entry("empty", Fixture.answering("ran 7 7"), READ))
                .add(Fixture.entry("honest", Executable.of(new ChannelApproach()), READ)));
    assertThat(reason(outcome, "far")).startsWith("gave no times: ");
    assertThat(reason(outcome, "empty")).isEqualTo("gave no times: 7 7");
    assertThat(Fixture.outcome(outcome, "honest")).isInstanceOf(Outcome.Measured.class);
  }

  @Test
  void whoIsStartedAnewHasAProcessForEachRunThatHasDoneNothingBefore() throws IOException {
    Entry once = Fixture.entry("once", Executable.of(new FaultyApproaches.Once()), READ);
    assertThat(Fixture.outcome(run(Fixture.experiment(FileState.CACHED).add(once)), "once"))
        .asInstanceOf(type(Outcome.Fault.class))
        .extracting(Outcome.Fault::kind)
        .isEqualTo(Kind.FAILED);
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(once.anew())
                .add(Fixture.c("c", Fixture.yardstick(), READ).anew()));
    assertThat(outcome.results()).allMatch(result -> result.measured().isPresent());
  }

  @Test
  void aSilentContestantIsGivenUpAtTheDeadline() throws IOException {
    ExperimentOutcome outcome =
        Fixture.run(
            folder,
            Fixture.rules(Duration.ofSeconds(3)),
            Fixture.experiment(FileState.CACHED)
                .add(
                    Fixture.entry("hanging", Executable.of(new FaultyApproaches.Hanging()), READ)));
    assertThat(reason(outcome, "hanging")).isEqualTo("said nothing for 3 s");
  }

  @Test
  void theReasonOfOneProcessIsToldWhileAnotherWaitsForIt() throws IOException {
    FileWork both = READ.processes(2);
    ExperimentOutcome outcome =
        Fixture.run(
            folder,
            Fixture.rules(Duration.ofSeconds(5)),
            Fixture.experiment(FileState.CACHED)
                .add(
                    Fixture.entry(
                        "forsaking",
                        Executable.of(new FaultyApproaches.FailingAtLast()),
                        both,
                        both.with("absent", "true"))));
    assertThat(outcome.results())
        .extracting(Result::outcome)
        .containsExactly(
            Outcome.failed("java.io.IOException: the disk is gone"),
            new Outcome.Absent("no such thing here"));
  }

  @Test
  void whatCannotRunHereIsAbsentWithItsReason() throws IOException {
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .add(Fixture.entry("absent", Executable.of(new FaultyApproaches.Absent()), READ))
                .add(Fixture.entry("missing", new Executable.Missing("no compiler"), READ)));
    assertThat(Fixture.outcome(outcome, "absent"))
        .isEqualTo(new Outcome.Absent("no such thing here"));
    assertThat(Fixture.outcome(outcome, "missing")).isEqualTo(new Outcome.Absent("no compiler"));
  }

  @Test
  void whatOneOfTheProcessesCannotDoLeavesNoAnswersForTheNextWork() throws IOException {
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .along(Axis.THREADS)
                .add(
                    Fixture.entry(
                        "choosy",
                        Executable.of(new FaultyApproaches.NotAloneAtFirst()),
                        READ.processes(2).threads(1),
                        READ.processes(2).threads(2))));
    assertThat(outcome.results())
        .extracting(Result::outcome)
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo(new Outcome.Absent("one thread is too few")),
            second -> assertThat(second).isInstanceOf(Outcome.Measured.class));
  }

  @Test
  void worksAreMeasuredPointByPointWithTheirYardstick() throws IOException {
    FileWork[] works = {READ.threads(2), READ.threads(1)};
    ExperimentOutcome outcome =
        run(
            Fixture.experiment(FileState.CACHED)
                .along(Axis.THREADS)
                .add(Fixture.entry("java", Executable.of(new ChannelApproach()), works))
                .add(Fixture.c("c", Fixture.yardstick(), works)));
    assertThat(outcome.results()).extracting(Result::threads).containsExactly(2, 1, 2, 1);
    assertThat(outcome.results())
        .allMatch(result -> result.measured().orElseThrow().ratioToC().isPresent());
  }

  @Test
  void filesAreRemovedAtTheEnd() throws IOException {
    run(
        Fixture.experiment(FileState.NEW_FILE)
            .add(Fixture.entry("java", Executable.of(new ChannelApproach()), WRITE)));
    assertThat(folder).isEmptyDirectory();
  }

  private ExperimentOutcome run(Experiment experiment) throws IOException {
    return Fixture.run(folder, Fixture.rules(), experiment);
  }

  private static String reason(ExperimentOutcome outcome, String approach) {
    return ((Outcome.Fault) Fixture.outcome(outcome, approach)).reason();
  }
}
