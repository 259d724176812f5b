package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.ExperimentOutcome;
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
  private static final Setting SETTING = Children.setting(BYTES, Effort.NORMAL, 1, 2);

  @TempDir Path folder;

  /// Patterns by the ranks of each library: every one by a job that lasts, and the extremes by jobs
  /// of their own.
  private static final class Patterns implements Question {
    @Override
    public Stream<Experiment> experiments(Setting setting) {
      return setting.tools().mpi().stream()
          .flatMap(
              library -> {
                Jobs job = new Jobs(setting.tools(), library);
                return Stream.of(
                    with(
                        library.key() + ".opened",
                        job.together(works(SharedFiles.Dealt.EXTREMES, 2).toList())),
                    with(library.key() + ".kept", job.together(Jobs.kept(all(4).toList()))));
              });
    }

    private static Experiment with(String id, List<Entry> entries) {
      Experiment experiment = Experiment.of(id, "A test", "none", FileState.CACHED);
      return entries.stream().reduce(experiment, Experiment::add, (one, _) -> one);
    }

    private static Stream<FileWork> all(int ranks) {
      return works(SharedFiles.Dealt.ALL, ranks);
    }

    private static Stream<FileWork> works(List<SharedFiles.Dealt> patterns, int ranks) {
      return patterns.stream()
          .flatMap(
              dealt -> Stream.of(Operation.values()).map(way -> dealt.work(way, BYTES, ranks)));
    }
  }

  static Stream<Experiment> patterns() {
    return Question.all(List.of(new Patterns()), SETTING).stream();
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void theRanksOfEachLibraryMoveTheRightBytesInEveryPattern(Experiment experiment)
      throws IOException {
    requireFigures(experiment);
  }

  @Test
  void theExperimentOnTheSpMovesTheRightBytes() throws IOException {
    List<Experiment> onTheSp =
        Question.all(List.of(new SharedFiles()), SETTING).stream()
            .filter(experiment -> experiment.id().startsWith("arrays.sp."))
            .toList();
    assertThat(onTheSp).hasSize(2);
    for (Experiment experiment : onTheSp) {
      requireFigures(experiment);
    }
  }

  /// The same by ranks that need no library.
  private static final class OwnPatterns implements Question {
    @Override
    public Stream<Experiment> experiments(Setting setting) {
      Experiment bare = Experiment.of("own.opened", "A test", "none", FileState.CACHED);
      Experiment kept = Experiment.of("own.kept", "A test", "none", FileState.CACHED);
      return Stream.of(
          Jobs.withOpened(bare, Patterns.works(SharedFiles.Dealt.EXTREMES, 2).toList()),
          Jobs.withKept(kept, Stream.of(2, 4, 2).flatMap(Patterns::all).distinct().toList()));
    }
  }

  @Test
  void ranksWithoutALibraryMoveTheRightBytesInEveryPattern() throws IOException {
    for (Experiment experiment : Question.all(List.of(new OwnPatterns()), SETTING)) {
      assertThat(experiment.entries())
          .extracting(Entry::approach)
          .containsExactly("penstock-collective-threads", "penstock-collective-tcp");
      requireFigures(experiment);
    }
  }

  private void requireFigures(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
  }
}
