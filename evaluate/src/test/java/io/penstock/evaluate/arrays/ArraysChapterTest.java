package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.penstock.evaluate.By;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Chapters;
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
import java.util.List;
import java.util.function.Predicate;
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
    ExperimentOutcome outcome =
        Children.run(folder, withEntries(experiment, entry -> !isJava(entry)));
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Fault.class));
    assertThat(outcome.results().stream().filter(result -> result.by() == By.C))
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
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
            withEntries(
                experiment, entry -> entry.caution().isPresent() || entry.by() == By.CLASSIC));
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Fault.class));
  }

  private static boolean isJava(Entry entry) {
    return entry.program() instanceof Program.Java;
  }

  private static Experiment withEntries(Experiment experiment, Predicate<Entry> which) {
    return new Experiment(
        experiment.id(),
        experiment.title(),
        experiment.source(),
        experiment.measure(),
        experiment.axis(),
        experiment.state(),
        experiment.entries().stream().filter(which).toList(),
        experiment.history(),
        experiment.remarks());
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
