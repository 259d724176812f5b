package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Imagined;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetsTest {
  private static final ArraysChapter CHAPTER = new ArraysChapter();

  @ParameterizedTest
  @EnumSource(Effort.class)
  void everyTargetCanBeReadFromOneRun(Effort effort) {
    List<Target> targets = targets(effort, (_, _) -> 1);
    assertThat(targets)
        .hasSizeGreaterThan(effort == Effort.QUICK ? 20 : 60)
        .allMatch(target -> target.got().isPresent());
    assertThat(targets).extracting(Target::name).doesNotHaveDuplicates();
  }

  @Test
  void theLibrarysChoiceIsHeldAgainstItsBestEngineInTheMeanOfAllThatBothDid() {
    List<Target> targets =
        targets(
            Effort.QUICK,
            (entry, work) ->
                entry.approach().equals("penstock-mapped") && work.threads() == 2 ? 4 : 1);
    Target auto = named(targets, "arrays.read.cached: auto / best engine");
    assertThat(auto.got().orElseThrow()).isCloseTo(0.5, within(1e-9));
    assertThat(auto.met()).isFalse();
  }

  @Test
  void streamsAreHeldAgainstTheLoopsThatTheyReplace() {
    List<Target> targets =
        targets(
            Effort.QUICK, (entry, _) -> entry.approach().equals("penstock-file-streams") ? 31 : 1);
    String name = "arrays.streams.read: penstock-file-streams / data-input-stream";
    assertThat(named(targets, name).met()).isTrue();
    assertThat(named(targets, name.replace("file-", "")).met()).isFalse();
  }

  @Test
  void whatTookNoPartSetsNoTarget() {
    assertThat(CHAPTER.targets(List.of(), List.of())).isEmpty();
  }

  @Test
  void whatTookPartWithoutAFigureIsNotMet() {
    Experiment experiment =
        CHAPTER.experiments(Children.setting(1 << 20, Effort.QUICK, 1, 2)).stream()
            .filter(one -> one.id().equals("arrays.new-file"))
            .findFirst()
            .orElseThrow();
    ExperimentOutcome empty =
        Imagined.outcome(
            experiment.only(entry -> !entry.approach().startsWith("penstock")),
            FileWork.class,
            (_, _) -> 1);
    assertThat(CHAPTER.targets(List.of(experiment), List.of(empty)))
        .isNotEmpty()
        .allMatch(target -> target.got().isEmpty() && !target.met());
  }

  private static Target named(List<Target> targets, String name) {
    return targets.stream().filter(target -> target.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<Target> targets(Effort effort, ToDoubleBiFunction<Entry, FileWork> speed) {
    List<Experiment> experiments =
        CHAPTER.experiments(Children.setting(effort.bytes(), effort, 1, 2));
    return CHAPTER.targets(
        experiments,
        experiments.stream()
            .map(experiment -> Imagined.outcome(experiment, FileWork.class, speed))
            .toList());
  }
}
