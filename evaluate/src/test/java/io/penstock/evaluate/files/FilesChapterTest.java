package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FilesChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new FilesChapter();
  private static final long BYTES = 5_000_001;

  @TempDir Path folder;

  FilesChapterTest() {
    super(CHAPTER);
  }

  /// Without what the launcher would start, and the servers, which need programs and seconds.
  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream()
        .filter(one -> !one.id().startsWith("files.serve."))
        .map(one -> only(one, entry -> !entry.approach().equals("penstock-copy")));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightResult(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertRight(outcome, by -> by != By.PEER);
  }

  static Stream<Experiment> ofPrograms() {
    return experiments()
        .map(experiment -> only(experiment, entry -> entry.by() == By.C))
        .filter(experiment -> !experiment.entries().isEmpty());
  }

  /// Turns are taken in any order.
  @ParameterizedTest
  @MethodSource("ofPrograms")
  void theProgramInCComesToTheRightResultBeforeAllOthers(Experiment experiment) throws IOException {
    assertRight(Children.run(folder, experiment), _ -> true);
  }
}
