package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateTest {
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

  private static ThrowingCallable evaluation(List<String> names, Path directory) {
    Evaluate evaluation =
        new Evaluate(
            new Subjects(names),
            directory,
            OptionalLong.empty(),
            List.of(),
            Effort.QUICK,
            1,
            "0",
            "test");
    return () -> evaluation.run(new Listener() {}, Fixture.launcher());
  }
}
