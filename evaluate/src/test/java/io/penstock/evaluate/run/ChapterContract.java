package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What holds of every chapter.
public abstract class ChapterContract {
  private final Chapter chapter;

  protected ChapterContract(Chapter chapter) {
    this.chapter = chapter;
  }

  /// An experiment with some of its approaches.
  protected static Experiment only(Experiment experiment, Predicate<Entry> which) {
    return experiment.only(which);
  }

  /// Nobody came to a wrong result, and these were measured; others may be missing here.
  protected static void assertRight(ExperimentOutcome outcome, Predicate<By> measured) {
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Fault.class));
    assertThat(outcome.results().stream().filter(result -> measured.test(result.by())))
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void experimentsAreWellFormed(Effort effort) {
    List<Experiment> experiments =
        chapter.experiments(Children.setting(effort.bytes(), effort, 1, 2, 4, 8));
    assertThat(experiments).extracting(Experiment::id).doesNotHaveDuplicates();
    assertThat(experiments)
        .allSatisfy(
            experiment -> {
              assertThat(experiment.id()).startsWith(chapter.name() + ".");
              assertThat(experiment.source()).isNotBlank();
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() == By.PENSTOCK);
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() != By.PENSTOCK);
            });
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void everyWayIsFoundWhereAWorkerIsToldToLook(Effort effort) throws Exception {
    List<Experiment> experiments =
        chapter.experiments(Children.setting(effort.bytes(), effort, 1, 2));
    for (Experiment experiment : experiments) {
      for (Entry entry : experiment.entries()) {
        if (entry.way().isPresent()) {
          List<String> told = WorkerMain.arguments(experiment, entry);
          assertThat(WorkerMain.way(told))
              .as(experiment.id() + ": " + entry.approach())
              .isNotNull();
        }
      }
    }
  }

  @Test
  void theCommandFindsTheChapter() {
    assertThat(Chapter.all()).extracting(Chapter::name).contains(chapter.name());
  }
}
