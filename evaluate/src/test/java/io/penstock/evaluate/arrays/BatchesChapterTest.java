package io.penstock.evaluate.arrays;

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

class BatchesChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new BatchesChapter();
  private static final long BYTES = 12 << 20;

  @TempDir Path folder;

  BatchesChapterTest() {
    super(CHAPTER);
  }

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream();
  }

  /// Where the system has no rings, or keeps no file cold, approaches may be missing.
  @ParameterizedTest
  @MethodSource("experiments")
  void noApproachComesToAWrongResult(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertRight(outcome, by -> by == By.JDK && experiment.id().equals("batches.cached"));
  }
}
