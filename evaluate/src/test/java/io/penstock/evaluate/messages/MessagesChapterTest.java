package io.penstock.evaluate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.By;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Outcome;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Chapters;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Drilled;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MessagesChapterTest {
  private static final Chapter CHAPTER = new MessagesChapter();

  @TempDir Path folder;

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(1 << 20, Effort.QUICK, 1, 2)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyExerciseInJavaDoesWhatItShould(Experiment experiment) throws Exception {
    for (Entry entry : experiment.entries()) {
      if (entry.program() instanceof Program.Drilled(var type, _, _)) {
        assertThat(Drilled.faults(entry, type, folder)).as(entry.approach()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyOtherProgramDoesWhatItShould(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, withoutJava(experiment));
    assertThat(outcome.results())
        .allSatisfy(result -> assertThat(result.outcome()).isNotInstanceOf(Outcome.Fault.class));
    assertThat(outcome.results().stream().filter(result -> result.by() == By.C))
        .allSatisfy(result -> assertThat(result.measured()).as(result.toString()).isPresent());
  }

  private static Experiment withoutJava(Experiment experiment) {
    return new Experiment(
        experiment.id(),
        experiment.title(),
        experiment.source(),
        experiment.measure(),
        experiment.axis(),
        experiment.state(),
        experiment.entries().stream()
            .filter(entry -> !(entry.program() instanceof Program.Drilled))
            .toList(),
        experiment.history(),
        experiment.remarks());
  }

  @ParameterizedTest
  @EnumSource(Effort.class)
  void experimentsAreWellFormed(Effort effort) {
    List<Experiment> experiments = CHAPTER.experiments(Children.setting(1, effort, 1, 2));
    assertThat(experiments).extracting(Experiment::id).doesNotHaveDuplicates();
    assertThat(experiments)
        .allSatisfy(
            experiment -> {
              assertThat(experiment.id()).startsWith("messages.");
              assertThat(experiment.source()).isNotBlank();
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() == By.PENSTOCK);
              assertThat(experiment.entries()).anyMatch(entry -> entry.by() != By.PENSTOCK);
            });
  }

  @Test
  void theCommandFindsTheChapter() {
    assertThat(Chapters.all()).extracting(Chapter::name).contains("messages");
  }
}
