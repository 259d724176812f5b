package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.evaluate.run.Evaluate.UnsuitableException;
import io.penstock.evaluate.run.Question.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluateTest {
  private static final Chapter CHAPTER = Chapter.all().getFirst();
  private static final List<Experiment> ALL =
      Stream.of("a.read", "a.read.cold", "a.reading", "a.write")
          .map(id -> Experiment.of(id, "title", "source", FileState.CACHED))
          .toList();

  @TempDir Path folder;

  @Test
  void unknownChaptersAreNamedTogetherWithThoseThatExist() {
    assertThatExceptionOfType(UnsuitableException.class)
        .isThrownBy(evaluation(List.of("nonsense"), folder))
        .withMessageStartingWith("unknown chapter 'nonsense'; there are: ");
  }

  @Test
  void unknownExperimentsAreNamedTogetherWithThoseOfTheirChapter() {
    assertThatExceptionOfType(UnsuitableException.class)
        .isThrownBy(evaluation(List.of("arrays.nonsense"), folder))
        .withMessageStartingWith("unknown experiment 'arrays.nonsense'; there are: arrays.");
  }

  @Test
  void aFolderThatIsNoneIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatExceptionOfType(UnsuitableException.class)
        .isThrownBy(evaluation(List.of(), file))
        .withMessageContaining("not a folder that can be written to");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, Evaluate.LEAST_BYTES - 1, Evaluate.MOST_BYTES + 1, Long.MAX_VALUE})
  void aSizeThatSomeExperimentCannotHaveIsRefused(long bytes) {
    Evaluate evaluation = about(List.of(), folder, bytes);
    assertThatExceptionOfType(UnsuitableException.class)
        .isThrownBy(() -> evaluation.run(new Listener() {}, Fixture.launcher()))
        .withMessage(
            "--size %d: the experiments are about files of 1 MiB to 1 TiB; choose a size between"
                + " them",
            bytes);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        Evaluate.LEAST_BYTES,
        Evaluate.LEAST_BYTES + 1,
        Evaluate.MOST_BYTES - 1,
        Evaluate.MOST_BYTES
      })
  void everyOtherSizeCanBePlannedForAnyEffort(long bytes) {
    for (Effort effort : Effort.values()) {
      Setting setting = new Setting(bytes, List.of(1, 3), effort, Tools.ofWorker(List.of()));
      for (Chapter chapter : Chapter.all()) {
        assertThat(chapter.experiments(setting))
            .allSatisfy(
                experiment -> {
                  assertThat(experiment.diskBytes()).isNotNegative();
                  assertThat(experiment.entries())
                      .allSatisfy(entry -> assertThat(entry.memoryBytes()).isNotNegative());
                });
      }
    }
  }

  @Test
  void withoutNamesEverythingIsWanted() throws UnsuitableException {
    assertThat(ids()).containsExactly("a.read", "a.read.cold", "a.reading", "a.write");
    assertThat(about(List.of()).isWhole("arrays")).isTrue();
  }

  @Test
  void theNameOfAChapterMeansAllOfIt() throws UnsuitableException {
    Evaluate chapter = about(List.of(CHAPTER.name()));
    assertThat(chapter.chapters(Chapter.all())).hasSize(1);
    assertThat(chapter.isWhole(CHAPTER.name())).isTrue();
  }

  @Test
  void theBeginningOfAnIdMeansAllBelowIt() throws UnsuitableException {
    assertThat(ids("a.read")).containsExactly("a.read", "a.read.cold");
    assertThat(ids("a.write", "a.read.cold")).containsExactly("a.read.cold", "a.write");
    assertThat(about(List.of("a.read")).isWhole("a")).isFalse();
  }

  private static ThrowingCallable evaluation(List<String> subjects, Path directory) {
    Evaluate evaluation = about(subjects, directory);
    return () -> evaluation.run(new Listener() {}, Fixture.launcher());
  }

  private static Evaluate about(List<String> subjects) {
    return about(subjects, Path.of(""));
  }

  private static Evaluate about(List<String> subjects, Path directory) {
    return about(subjects, directory, Effort.QUICK.bytes());
  }

  private static Evaluate about(List<String> subjects, Path directory, long bytes) {
    return new Evaluate(subjects, directory, bytes, List.of(), Effort.QUICK, 1, "0", "test");
  }

  private static List<String> ids(String... names) throws UnsuitableException {
    return about(List.of(names)).experiments(new Named("a"), ALL).stream()
        .map(Experiment::id)
        .toList();
  }

  private record Named(String name) implements Chapter {
    @Override
    public List<Experiment> experiments(Setting setting) {
      return ALL;
    }
  }
}
