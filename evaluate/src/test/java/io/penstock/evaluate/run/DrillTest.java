package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.Axis;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DrillTest {
  private static final Drill DRILL = Drill.of("copy", 4096, Duration.ofMillis(1));

  @TempDir Path folder;

  /// Does nothing, and is wrong on even salts.
  static final class Careless implements Exercise {
    @Override
    public Session prepare(DrillTask task) {
      return new Session() {
        @Override
        public void arm(long salt) {}

        @Override
        public Reading run() {
          return new Reading(500, 10);
        }

        @Override
        public Optional<String> fault(long salt) {
          return salt % 2 == 0 ? Optional.of("even") : Optional.empty();
        }

        @Override
        public void close() {}
      };
    }
  }

  /// Takes 50 ns for each of ten operations.
  static final class Steady implements Exercise {
    @Override
    public Session prepare(DrillTask task) {
      return new Session() {
        @Override
        public void arm(long salt) {}

        @Override
        public Reading run() {
          Batch.consume(task);
          Batch.consume(task.rank());
          return new Reading(500, 10);
        }

        @Override
        public Optional<String> fault(long salt) {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };
    }
  }

  /// Leaves a file behind when it is closed.
  static final class Closing implements Exercise {
    @Override
    public Session prepare(DrillTask task) {
      return new Session() {
        @Override
        public void arm(long salt) {}

        @Override
        public Reading run() {
          return new Reading(500, 10);
        }

        @Override
        public Optional<String> fault(long salt) {
          return Optional.empty();
        }

        @Override
        public void close() throws IOException {
          Path _ = Files.createFile(Path.of(task.option("closed")));
        }
      };
    }
  }

  @Test
  void aSessionIsClosedBeforeItsProcessEnds() throws IOException {
    Path closed = folder.resolve("closed");
    Drill drill = DRILL.with("closed", closed.toString());
    ExperimentOutcome outcome =
        run(
            TestTable.drills(Measure.NANOSECONDS)
                .add(Entry.of("closing", By.JDK, new Closing(), List.of(drill))));
    assertThat(outcome.remarks()).isEmpty();
    assertThat(closed).exists();
  }

  @Test
  void aTaskSurvivesItsText() {
    DrillTask task =
        new DrillTask(
            DRILL.threads(2).processes(3).with("layout", "a b%=c"), 1, Path.of("/tmp/a meeting"));
    assertThat(TaskLine.drillTask(TaskLine.of(task))).isEqualTo(task);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Drill.of(" ", 1, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> Drill.of("copy", 0, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> DRILL.with("bytes", "7"));
    assertThatIllegalArgumentException().isThrownBy(() -> DRILL.option("layout"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DrillTask(DRILL, 1, Path.of("meeting")));
  }

  @Test
  void filesAndDrillsDoNotMix() {
    Experiment drills = TestTable.drills(Measure.NANOSECONDS);
    Entry moving =
        Fixture.entry(
            "java", Executable.of(new ChannelApproach()), FileWork.read(ElementType.BYTE, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> drills.add(moving));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fixture.experiment(FileState.CACHED).add(entry("steady", new Steady())));
  }

  @Test
  void figuresAreOfOneOperation() throws IOException {
    Experiment nanoseconds = TestTable.drills(Measure.NANOSECONDS);
    assertThat(median(nanoseconds)).isCloseTo(50, within(1e-9));
    assertThat(median(nanoseconds.measuring(Measure.MICROSECONDS))).isCloseTo(.05, within(1e-9));
    assertThat(median(nanoseconds.measuring(Measure.OPERATIONS))).isCloseTo(20, within(1e-9));
    assertThat(median(nanoseconds.measuring(Measure.THROUGHPUT))).isCloseTo(81.92, within(1e-9));
  }

  private double median(Experiment experiment) throws IOException {
    Result result = run(experiment.add(entry("steady", new Steady()))).results().getFirst();
    return result.measured().orElseThrow().figures().median();
  }

  @Test
  void drillsInJavaAndCTakeTurnsSizeBySize() throws IOException {
    List<Drill> sizes = List.of(DRILL, Drill.of("copy", 8192, Duration.ofMillis(1)));
    Executable c = Children.setting(1, Effort.QUICK, 1).tools().drills();
    ExperimentOutcome outcome =
        run(
            TestTable.drills(Measure.THROUGHPUT)
                .along(Axis.BYTES)
                .add(Entry.of("steady", By.JDK, new Steady(), sizes))
                .add(Entry.of("c", By.C, c, sizes)));
    assertThat(outcome.remarks()).isEmpty();
    assertThat(outcome.results())
        .extracting(Result::bytes)
        .containsExactly(4096L, 8192L, 4096L, 8192L);
    assertThat(outcome.results())
        .allMatch(result -> result.measured().orElseThrow().ratioToC().isPresent());
  }

  @Test
  void whatWasDoneWronglyHasNoFigures() throws IOException {
    ExperimentOutcome outcome =
        run(TestTable.drills(Measure.NANOSECONDS).add(entry("lax", new Careless())));
    assertThat(outcome.results().getFirst().outcome()).isEqualTo(Outcome.wrong("even"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Measure.class,
      names = {"THROUGHPUT", "OPERATIONS", "NANOSECONDS"})
  void whoReportsARunWithoutATimeFailsAlone(Measure measure) throws IOException {
    ExperimentOutcome outcome = run(timeless(measure));
    assertThat(outcome.results())
        .extracting(Result::outcome)
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo(Outcome.failed("gave no reading: 0 10")),
            second -> assertThat(second).isInstanceOf(Outcome.Measured.class));
  }

  @Test
  void whatIsNoTimeMayComeToNothing() throws IOException {
    assertThat(run(timeless(Measure.BYTES)).results())
        .allMatch(result -> result.measured().isPresent());
  }

  private static Experiment timeless(Measure measure) {
    return TestTable.drills(measure)
        .add(Entry.of("timeless", By.C, Fixture.answering("did 0 10"), List.of(DRILL)))
        .add(entry("steady", new Steady()));
  }

  @Test
  void batchesComeToLastAsLongAsTheyShould() {
    Batch batch = new Batch(new DrillTask(DRILL, 0, Path.of("meeting")));
    long nanosEach = 100;
    for (int i = 0; i < 10; i++) {
      batch.took(nanosEach * batch.operations());
    }
    assertThat(batch.operations()).isEqualTo(10_000);
    batch.took(10 * Duration.ofMillis(1).toNanos());
    assertThat(batch.operations()).isEqualTo(1000);
  }

  @Test
  void batchesThatTakeNoTimeDoNotGrowForEver() {
    Batch batch = new Batch(new DrillTask(DRILL, 0, Path.of("meeting")));
    for (int i = 0; i < 1000; i++) {
      batch.took(0);
      assertThat(batch.operations()).isBetween(1L, 1L << 40);
    }
  }

  private ExperimentOutcome run(Experiment experiment) throws IOException {
    return Fixture.run(folder, Fixture.rules(), experiment);
  }

  private static Entry entry(String name, Exercise exercise) {
    return Entry.of(name, By.JDK, exercise, List.of(DRILL));
  }
}
