package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Imagined;
import io.penstock.evaluate.run.InProcess;
import io.penstock.evaluate.run.Work;
import io.penstock.report.By;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArraysChapterTest extends ChapterContract {
  private static final ArraysChapter CHAPTER = new ArraysChapter();

  /// No multiple of a power of two above the page, so that blocks, requests and strips end
  /// unevenly.
  private static final long BYTES = 4096L * 1031;

  @TempDir Path folder;

  ArraysChapterTest() {
    super(CHAPTER);
  }

  /// All that there are.
  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.NORMAL, 1, 3)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachInJavaMovesTheRightBytes(Experiment experiment) throws Exception {
    for (Entry entry : experiment.entries()) {
      if (isJava(entry)
          && entry.program().ofEach() instanceof Executable.Jvm jvm
          && jvm.way() instanceof Approach approach
          && entry.caution().isEmpty()) {
        InProcess child = new InProcess(approach, experiment.state(), folder.resolve("file"));
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
        .filter(experiment -> !experiment.id().startsWith(SharedFiles.PREFIX))
        .filter(experiment -> !experiment.id().equals(Coherence.ID))
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
        CHAPTER.experiments(Children.setting(BYTES, Effort.NORMAL, 1, 3)).stream()
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

  /// Peers do their work in programs of their own, whoever starts them.
  private static boolean isJava(Entry entry) {
    return entry.by() != By.PEER
        && (entry.program() instanceof Executable.Jvm
            || (entry.program().isStarted(Executable.Started.ANEW)
                && entry.program().ofEach() instanceof Executable.Jvm));
  }

  @Test
  void aQuickEvaluationSaysWhatItLeavesOut() {
    assertThat(advice(Effort.QUICK)).anyMatch(line -> line.contains("--quick"));
    assertThat(advice(Effort.NORMAL)).noneMatch(line -> line.contains("--quick"));
  }

  private static List<String> advice(Effort effort) {
    List<ExperimentOutcome> outcomes =
        CHAPTER.experiments(Children.setting(effort.bytes(), effort, 1, 2)).stream()
            .map(experiment -> Imagined.outcome(experiment, Work.class, (_, _) -> 1))
            .toList();
    return CHAPTER.advice(new ChapterOutcome(CHAPTER.name(), outcomes));
  }

  @Test
  void whatDependsOnFoliosIsAskedOfBothLayouts() {
    List<Experiment> all = CHAPTER.experiments(Children.setting(BYTES, Effort.NORMAL, 1, 2));
    for (Experiment small : all) {
      if (small.id().endsWith(Experiment.SMALL_FOLIOS)) {
        assertThat(small.state()).isEqualTo(FileState.CACHED_SMALL);
        assertThat(small.entries()).extracting(Entry::by).contains(By.PENSTOCK, By.C);
        String id = small.id().replace(Experiment.SMALL_FOLIOS, "");
        assertThat(all).anyMatch(other -> other.id().equals(id));
      }
    }
    assertThat(all).filteredOn(one -> one.state() == FileState.CACHED_SMALL).hasSizeGreaterThan(10);
  }

  @Test
  void filesOfMoreBytesThanAByteArrayHoldsAreMeasuredToo() {
    assertThatCode(() -> CHAPTER.experiments(Children.setting(5L << 30, Effort.NORMAL, 1, 2)))
        .doesNotThrowAnyException();
  }
}
