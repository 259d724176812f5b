package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.penstock.evaluate.By;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.Result;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.InProcess;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArraysChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new ArraysChapter();

  /// No multiple of a power of two above the page, so that blocks, requests and strips end
  /// unevenly.
  private static final long BYTES = 4096L * 1031;

  @TempDir Path folder;

  ArraysChapterTest() {
    super(CHAPTER);
  }

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 3)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachInJavaMovesTheRightBytes(Experiment experiment) throws Exception {
    for (Entry entry : experiment.entries()) {
      if (entry.program() instanceof Program.Java(var type, _) && entry.caution().isEmpty()) {
        InProcess child = new InProcess(type, experiment.state(), folder.resolve("file"));
        for (Work work : entry.works()) {
          assertThat(child.differences((FileWork) work))
              .as(entry.approach() + " " + work)
              .isEmpty();
        }
      }
    }
  }

  /// What [JobsTest] leaves.
  static Stream<Experiment> experimentsWithoutRanks() {
    return experiments()
        .filter(experiment -> !experiment.id().startsWith(SharedExperiments.PREFIX))
        .filter(experiment -> !experiment.id().startsWith("arrays.sp."));
  }

  @ParameterizedTest
  @MethodSource("experimentsWithoutRanks")
  void everyOtherProgramMovesTheRightBytes(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, only(experiment, entry -> !isJava(entry)));
    assertThat(outcome.results()).extracting(Result::by).contains(By.C);
    assertRight(outcome, by -> by == By.C);
  }

  @Test
  void whatSharedBuffersSpoilSpoilsNobodyElsesFigures() throws IOException {
    Experiment experiment =
        experiments()
            .filter(one -> one.entries().stream().anyMatch(entry -> entry.caution().isPresent()))
            .findFirst()
            .orElseThrow();
    ExperimentOutcome outcome =
        Children.run(
            folder,
            only(experiment, entry -> entry.caution().isPresent() || entry.by() == By.CLASSIC));
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Fault.class));
  }

  private static boolean isJava(Entry entry) {
    return entry.program() instanceof Program.Java;
  }

  @Test
  void filesOfMoreBytesThanAByteArrayHoldsAreMeasuredToo() {
    assertThatCode(() -> CHAPTER.experiments(Children.setting(5L << 30, Effort.NORMAL, 1, 2)))
        .doesNotThrowAnyException();
  }
}
