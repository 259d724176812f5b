package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Operation;
import io.penstock.evaluate.run.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobsTest {
  private static final long BYTES = 200_000;
  private static final Setting SETTING = Children.setting(BYTES, Effort.QUICK, 1, 2);

  @TempDir Path folder;

  static List<MpiInstallation> installations() {
    return MpiInstallation.find();
  }

  @ParameterizedTest
  @MethodSource("installations")
  void theRanksOfEachLibraryMoveTheRightBytesInEveryPattern(MpiInstallation mpi)
      throws IOException {
    Jobs job = Jobs.of(SETTING.tools(), mpi);
    requireFigures(with(job.together(works(2).toList())));
    requireFigures(with(job.together(Jobs.kept(works(4).toList()))));
  }

  private static Experiment with(List<Entry> entries) {
    Experiment experiment = Experiment.of("test", "A test", "none", FileState.CACHED);
    return entries.stream().reduce(experiment, Experiment::add, (one, _) -> one);
  }

  private static Stream<FileWork> works(int ranks) {
    return Dealt.ALL.stream()
        .flatMap(dealt -> Stream.of(Operation.values()).map(way -> dealt.work(way, BYTES, ranks)));
  }

  @Test
  void theExperimentOnTheSpMovesTheRightBytes() throws IOException {
    Jobs job = Jobs.all(SETTING.tools()).getLast();
    for (Experiment experiment : new SpExperiments(job, Extent.of(SETTING)).experiments()) {
      requireFigures(experiment);
    }
  }

  private void requireFigures(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
  }
}
