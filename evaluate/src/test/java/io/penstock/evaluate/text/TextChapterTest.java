package io.penstock.evaluate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.By;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Chapters;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TextChapterTest {
  private static final Chapter CHAPTER = new TextChapter();

  /// More than a chunk, and more than a segment.
  private static final long BYTES = 5_000_001;

  @TempDir Path folder;

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream()
        .map(TextChapterTest::withoutLauncher);
  }

  /// What the launcher would start is not built yet.
  private static Experiment withoutLauncher(Experiment all) {
    Experiment none =
        new Experiment(
            all.id(),
            all.title(),
            all.source(),
            all.measure(),
            all.axis(),
            all.state(),
            List.of(),
            all.history(),
            all.remarks());
    return all.entries().stream()
        .filter(entry -> !entry.approach().equals(CommandExperiments.PENSTOCK))
        .reduce(none, Experiment::add, (one, _) -> one);
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightAnswer(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Fault.class));
    assertThat(outcome.results().stream().filter(result -> result.by() != By.PEER))
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void experimentsAreWellFormed(Effort effort) {
    List<Experiment> experiments = CHAPTER.experiments(Children.setting(1, effort, 1, 2));
    assertThat(experiments).extracting(Experiment::id).doesNotHaveDuplicates();
    assertThat(experiments)
        .allSatisfy(
            experiment -> {
              assertThat(experiment.id()).startsWith("text.");
              assertThat(experiment.source()).isNotBlank();
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() == By.PENSTOCK);
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() == By.C);
              assertThat(experiment.entries())
                  .anyMatch(entry -> entry.by() == By.CLASSIC || entry.by() == By.JDK);
            });
  }

  @Test
  void theCommandFindsTheChapter() {
    assertThat(Chapters.all()).extracting(Chapter::name).contains("text");
  }
}
