package io.penstock.evaluate.files;

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

class FilesChapterTest {
  private static final Chapter CHAPTER = new FilesChapter();
  private static final long BYTES = 5_000_001;

  @TempDir Path folder;

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightResult(Experiment experiment) throws IOException {
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
              assertThat(experiment.id()).startsWith("files.");
              assertThat(experiment.source()).isNotBlank();
            });
  }

  @Test
  void theCommandFindsTheChapter() {
    assertThat(Chapters.all()).extracting(Chapter::name).contains("files");
  }
}
