package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Question;
import io.penstock.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoherenceTest {
  @TempDir Path folder;

  @Test
  void whatLiesInABufferIsStaleAndWhatIsInTheFileIsNot() throws IOException {
    Experiment experiment =
        Question.all(List.of(new Coherence()), Children.setting(4096, Effort.NORMAL, 1)).getFirst();
    Map<String, Double> stale =
        Children.run(folder, experiment).results().stream()
            .collect(Collectors.toMap(Result::approach, CoherenceTest::figure));
    assertThat(stale)
        .containsEntry("buffered-streams", 1000.0)
        .containsEntry("buffered-streams-flushed", 999.0)
        .containsEntry("random-access-file", 0.0)
        .containsEntry("jdk-channel", 0.0)
        .containsEntry("jdk-mapped", 0.0)
        .containsEntry("penstock-streams", 1000.0)
        .containsEntry("penstock-array-file", 0.0)
        .containsEntry("penstock-shared-file", 0.0);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).noneMatch(path -> path.toString().endsWith(".numbers"));
    }
  }

  private static double figure(Result result) {
    return result.measured().orElseThrow(() -> new AssertionError(result)).figures().median();
  }
}
