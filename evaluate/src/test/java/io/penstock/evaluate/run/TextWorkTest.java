package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextWorkTest {
  private static final Corpus SEVENS = new Sevens(1000);
  private static final Drill DRILL = Drill.of("sum", 1000, Duration.ofMillis(1));
  private static final TextWork WORK = new TextWork(DRILL, SEVENS, "sum");

  @TempDir Path folder;

  /// Bytes that are all 7.
  record Sevens(long bytes) implements Corpus {
    @Override
    public String fileName() {
      return "sevens-" + bytes;
    }

    @Override
    public Map<String, Long> write(OutputStream out) throws IOException {
      for (long i = 0; i < bytes; i++) {
        out.write(7);
      }
      return Map.of("sum", 7 * bytes, "wrong", 8 * bytes);
    }
  }

  /// Sums up the bytes of the text.
  static final class Summing implements Exercise {
    @Override
    public Session prepare(DrillTask task) {
      Path file = Path.of(task.option(TextWork.FILE));
      long answer = Long.parseLong(task.option(TextWork.ANSWER));
      return new Session() {
        private long sum;

        @Override
        public void arm(long salt) {
          sum = 0;
        }

        @Override
        public Reading run() throws IOException {
          for (byte b : Files.readAllBytes(file)) {
            sum += b;
          }
          return new Reading(1000, 1);
        }

        @Override
        public Optional<String> fault(long salt) {
          return sum == answer ? Optional.empty() : Optional.of("it is " + sum);
        }

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void theTextIsThereAndItsAnswerIsKnown() throws IOException {
    Outcome outcome = run(WORK);
    assertThat(outcome)
        .asInstanceOf(type(Outcome.Measured.class))
        .satisfies(measured -> assertThat(measured.figures().median()).isEqualTo(1));
  }

  @Test
  void anotherAnswerIsWrong() throws IOException {
    assertThat(run(new TextWork(DRILL, SEVENS, "wrong"))).isEqualTo(Outcome.wrong("it is 7000"));
  }

  private Outcome run(TextWork work) throws IOException {
    ExperimentOutcome outcome =
        Fixture.run(
            folder,
            Fixture.rules(),
            Fixture.experiment(FileState.CACHED)
                .add(Entry.of("summing", By.JDK, new Summing(), List.of(work))));
    return outcome.results().getFirst().outcome();
  }

  @Test
  void textsStayAsLongAsTheyAreNeeded() throws IOException {
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      Corpus more = new Sevens(2000);
      workspace.provideTexts(Set.of(SEVENS));
      assertThat(workspace.path(SEVENS)).hasSize(1000);
      assertThat(workspace.answers(SEVENS)).containsEntry("sum", 7000L);
      workspace.provideTexts(Set.of(more));
      assertThat(workspace.path(SEVENS)).doesNotExist();
      assertThat(workspace.path(more)).hasSize(2000);
    }
  }

  @Test
  void processesAreToldTheFileTheAnswerAndTheRequestSize() {
    Drill told = WORK.request(512).with("way", "fast").told(Path.of("/a/b"), Map.of("sum", -3L));
    assertThat(told.options())
        .isEqualTo(Map.of("file", "/a/b", "answer", "-3", "request", "512", "way", "fast"));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> WORK.with("file", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> WORK.request(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WORK.told(Path.of("x"), Map.of("other", 1L)));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Fixture.experiment(FileState.NEW_FILE)
                    .add(
                        Entry.of(
                            "summing", By.JDK, new Executable.Missing("none"), List.of(WORK))));
  }
}
