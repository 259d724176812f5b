package io.penstock.evaluate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Drilled;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessagesChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new MessagesChapter();

  @TempDir Path folder;

  MessagesChapterTest() {
    super(CHAPTER);
  }

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(1 << 20, Effort.QUICK, 1, 2)).stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyExerciseInJavaDoesWhatItShould(Experiment experiment) throws Exception {
    for (Entry entry : experiment.entries()) {
      if (entry.program() instanceof Executable.Jvm(Exercise way, _, _)) {
        assertThat(Drilled.faults(entry, way, folder)).as(entry.approach()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyOtherProgramDoesWhatItShould(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, only(experiment, entry -> !isJavaHere(entry)));
    assertRight(outcome, by -> by == By.C);
  }

  private static boolean isJavaHere(Entry entry) {
    return entry.program() instanceof Executable.Jvm;
  }
}
