package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Question.Setting;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SubjectsTest {
  private static final Chapter CHAPTER = Chapter.all().getFirst();
  private static final List<Experiment> ALL =
      Stream.of("a.read", "a.read.cold", "a.reading", "a.write")
          .map(id -> Experiment.of(id, "title", "source", FileState.CACHED))
          .toList();

  @Test
  void withoutNamesEverythingIsWanted() throws UnsuitableException {
    assertThat(ids()).containsExactly("a.read", "a.read.cold", "a.reading", "a.write");
    assertThat(new Subjects(List.of()).isWhole("arrays")).isTrue();
  }

  @Test
  void theNameOfAChapterMeansAllOfIt() throws UnsuitableException {
    Subjects chapter = new Subjects(List.of(CHAPTER.name()));
    assertThat(chapter.chapters(Chapter.all())).hasSize(1);
    assertThat(chapter.isWhole(CHAPTER.name())).isTrue();
  }

  @Test
  void theBeginningOfAnIdMeansAllBelowIt() throws UnsuitableException {
    assertThat(ids("a.read")).containsExactly("a.read", "a.read.cold");
    assertThat(ids("a.write", "a.read.cold")).containsExactly("a.read.cold", "a.write");
    assertThat(new Subjects(List.of("a.read")).isWhole("a")).isFalse();
  }

  private static List<String> ids(String... names) throws UnsuitableException {
    return new Subjects(List.of(names))
        .experiments(new Named("a"), ALL).stream().map(Experiment::id).toList();
  }

  private record Named(String name) implements Chapter {
    @Override
    public String title() {
      return name;
    }

    @Override
    public List<Experiment> experiments(Setting setting) {
      return ALL;
    }
  }
}
