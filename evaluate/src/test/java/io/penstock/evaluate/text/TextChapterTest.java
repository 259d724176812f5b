package io.penstock.evaluate.text;

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

class TextChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new TextChapter();

  /// More than a chunk, and more than a segment.
  private static final long BYTES = 5_000_001;

  @TempDir Path folder;

  TextChapterTest() {
    super(CHAPTER);
  }

  /// Without what the launcher would start: it is not built yet.
  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream()
        .map(one -> only(one, entry -> !entry.approach().equals("penstock-count")));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightAnswer(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertRight(outcome, by -> by != By.PEER);
  }
}
