package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Imagined;
import io.penstock.file.Profile;
import io.penstock.report.ChapterOutcome;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;

class RecommendationTest {
  private static final ArraysChapter CHAPTER = new ArraysChapter();

  @Test
  void threadsThatWinNothingAreNotTaken() {
    Profile profile = profile((_, work) -> 1 + work.threads() / 100.0);
    assertThat(profile.engine()).isEqualTo("auto");
    assertThat(profile.readThreads()).isEqualTo(1);
    assertThat(profile.writeThreads()).isEqualTo(1);
  }

  @Test
  void readsAndWritesHaveThreadsOfTheirOwn() {
    Profile profile = profile((_, work) -> work.operation() == Operation.READ ? work.threads() : 1);
    assertThat(profile.readThreads()).isEqualTo(4);
    assertThat(profile.writeThreads()).isEqualTo(1);
  }

  @Test
  void anEngineThatBeatsTheLibrarysChoiceByMuchIsNamedAndNotTaken() {
    ToDoubleBiFunction<Entry, FileWork> speed =
        (entry, _) -> entry.approach().equals("penstock-channel") ? 2 : 1;
    assertThat(profile(speed).engine()).isEqualTo("auto");
    assertThat(CHAPTER.advice(outcome(speed, 1, 2, 4))).anyMatch(one -> one.contains("'channel'"));
  }

  @Test
  void theSmallestChunkThatIsNearlyTheFastestIsTaken() {
    Profile profile = profile((_, work) -> Math.min(work.requestOr(0), 250 << 10) + 1);
    assertThat(profile.chunkBytes()).isEqualTo(256 << 10);
  }

  @Test
  void aRunWithOneNumberOfThreadsChangesNoDefaults() {
    assertThat(CHAPTER.profile(outcome((_, _) -> 1, 2))).isEmpty();
    assertThat(CHAPTER.profile(new ChapterOutcome("arrays", List.of()))).isEmpty();
    assertThat(CHAPTER.advice(new ChapterOutcome("arrays", List.of()))).isEmpty();
  }

  private static Profile profile(ToDoubleBiFunction<Entry, FileWork> speed) {
    return CHAPTER.profile(outcome(speed, 1, 2, 4)).orElseThrow();
  }

  private static ChapterOutcome outcome(
      ToDoubleBiFunction<Entry, FileWork> speed, Integer... threads) {
    return new ChapterOutcome(
        "arrays",
        CHAPTER.experiments(Children.setting(64 << 20, Effort.NORMAL, threads)).stream()
            .map(experiment -> Imagined.outcome(experiment, FileWork.class, speed))
            .toList());
  }
}
