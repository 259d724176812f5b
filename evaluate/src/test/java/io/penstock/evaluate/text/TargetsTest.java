package io.penstock.evaluate.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Imagined;
import io.penstock.evaluate.run.Work;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetsTest {
  private static final TextChapter CHAPTER = new TextChapter();

  @ParameterizedTest
  @EnumSource(Effort.class)
  void everyTargetCanBeReadFromOneRun(Effort effort) {
    List<Target> targets = targets(effort, _ -> 1);
    assertThat(targets).hasSizeGreaterThan(5).allMatch(target -> target.got().isPresent());
    assertThat(targets).extracting(Target::name).doesNotHaveDuplicates();
  }

  @Test
  void ratiosAreOfSpeeds() {
    Target lines = named(targetsWhere("penstock", 3), "penstock / buffered-reader");
    assertThat(lines.got().orElseThrow()).isCloseTo(3, within(1e-9));
    assertThat(lines.met()).isTrue();
    assertThat(named(targetsWhere("penstock", 2), "penstock / buffered-reader").met()).isFalse();
  }

  @Test
  void lessTimeIsMoreSpeed() {
    assertThat(named(targetsWhere("penstock", 0.05), "penstock / random-access-file").met())
        .isTrue();
    assertThat(named(targetsWhere("penstock", 0.1), "penstock / random-access-file").met())
        .isFalse();
  }

  @Test
  void whatWasNotRunIsNotMet() {
    assertThat(CHAPTER.targets(experiments(Effort.QUICK), List.of()))
        .allMatch(target -> target.got().isEmpty() && !target.met());
  }

  private static List<Target> targetsWhere(String approach, double figure) {
    return targets(Effort.QUICK, entry -> entry.approach().equals(approach) ? figure : 1);
  }

  private static Target named(List<Target> targets, String part) {
    return targets.stream()
        .filter(target -> target.name().contains(part))
        .findFirst()
        .orElseThrow();
  }

  private static List<Target> targets(Effort effort, ToDoubleFunction<Entry> figure) {
    List<Experiment> experiments = experiments(effort);
    return CHAPTER.targets(
        experiments, experiments.stream().map(experiment -> outcome(experiment, figure)).toList());
  }

  private static List<Experiment> experiments(Effort effort) {
    return CHAPTER.experiments(Children.setting(1, effort, 1, 2));
  }

  private static ExperimentOutcome outcome(Experiment experiment, ToDoubleFunction<Entry> figure) {
    return Imagined.outcome(experiment, Work.class, (entry, _) -> figure.applyAsDouble(entry));
  }
}
