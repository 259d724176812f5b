package io.penstock.evaluate.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Imagined;
import io.penstock.evaluate.run.TextWork;
import io.penstock.report.By;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StartChapterTest extends ChapterContract {
  private static final StartChapter CHAPTER = new StartChapter();

  /// Files of 4 KiB to 64 KiB.
  private static final long BYTES = 16 << 10;

  @TempDir Path folder;

  StartChapterTest() {
    super(CHAPTER);
  }

  /// Without what the launcher would start: it is not built yet.
  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream()
        .map(
            one ->
                one.id().startsWith(WholeCommands.PREFIX)
                    ? only(one, entry -> entry.by() != By.PENSTOCK)
                    : one);
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightResult(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertRight(outcome, by -> by != By.PEER);
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void everyTargetCanBeReadFromOneRun(Effort effort) {
    assertThat(targets(effort, _ -> 1))
        .hasSizeGreaterThan(2)
        .allMatch(target -> target.got().isPresent());
  }

  @Test
  void lessTimeIsMoreSpeed() {
    assertThat(targets(Effort.QUICK, StartChapterTest::penstockTakesHalf)).allMatch(Target::met);
    assertThat(targets(Effort.QUICK, entry -> 2 - penstockTakesHalf(entry)))
        .noneMatch(target -> target.wanted() == 1 && target.met());
  }

  @Test
  void theAdviceSaysWhereTheLibraryPays() {
    ChapterOutcome outcome =
        new ChapterOutcome(
            CHAPTER.name(), outcomes(Effort.QUICK, StartChapterTest::penstockTakesHalf));
    assertThat(CHAPTER.advice(outcome))
        .hasSize(2)
        .allMatch(line -> line.contains("from 4 KiB on: 2.00 times as fast at 256 MiB"));
    assertThat(CHAPTER.advice(new ChapterOutcome(CHAPTER.name(), List.of()))).isEmpty();
  }

  private static double penstockTakesHalf(Entry entry) {
    return entry.by() == By.PENSTOCK ? 0.5 : 1;
  }

  private static List<Target> targets(Effort effort, ToDoubleFunction<Entry> figure) {
    return CHAPTER.targets(experiments(effort), outcomes(effort, figure));
  }

  private static List<Experiment> experiments(Effort effort) {
    return CHAPTER.experiments(Children.setting(effort.bytes(), effort, 1, 2));
  }

  private static List<ExperimentOutcome> outcomes(Effort effort, ToDoubleFunction<Entry> figure) {
    return experiments(effort).stream()
        .map(
            experiment ->
                Imagined.outcome(
                    experiment, TextWork.class, (entry, _) -> figure.applyAsDouble(entry)))
        .toList();
  }
}
