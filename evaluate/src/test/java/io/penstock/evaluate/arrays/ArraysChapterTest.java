package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.penstock.evaluate.By;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.Result;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Chapters;
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

class ArraysChapterTest {
  private static final Chapter CHAPTER = new ArraysChapter();

  /// No multiple of a power of two above the page, so that blocks, requests and strips end
  /// unevenly.
  private static final long BYTES = 4096L * 1031;

  @TempDir Path folder;

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 3)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachMovesTheRightBytes(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Wrong.class));
    assertThat(outcome.results().stream().filter(ArraysChapterTest::isJavaOrC))
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
  }

  private static boolean isJavaOrC(Result result) {
    return result.by() != By.PEER && result.note().filter(n -> n.contains("unsafe")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void experimentsAreWellFormed(Effort effort) {
    List<Experiment> experiments =
        CHAPTER.experiments(Children.setting(effort.bytes(), effort, 1, 2, 4, 8));
    assertThat(experiments).extracting(Experiment::id).doesNotHaveDuplicates();
    assertThat(experiments)
        .allSatisfy(
            experiment -> {
              assertThat(experiment.id()).startsWith("arrays.");
              assertThat(experiment.source()).isNotBlank();
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() == By.C);
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() == By.PENSTOCK);
            });
  }

  @Test
  void filesOfMoreBytesThanAByteArrayHoldsAreMeasuredToo() {
    assertThatCode(() -> CHAPTER.experiments(Children.setting(5L << 30, Effort.NORMAL, 1, 2)))
        .doesNotThrowAnyException();
  }

  @Test
  void theCommandFindsTheChapter() {
    assertThat(Chapters.all()).extracting(Chapter::name).contains("arrays");
  }
}
