package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A JVM that is killed while it saves leaves the old file or the new one, whole.
class KilledSaveTest {
  @TempDir Path folder;

  private ChildJvm saver(String engine, String manner) throws IOException {
    return ChildJvm.start(Saver.class, folder.resolve("a.npy").toString(), engine, manner);
  }

  /// The number that every element of the file has.
  private int saved() throws IOException {
    int[] values = new int[Saver.ELEMENTS];
    try (ArrayFile array = ArrayFile.open(folder.resolve("a.npy"))) {
      array.read(values);
    }
    assertThat(values).containsOnly(values[0]);
    return values[0];
  }

  @ParameterizedTest
  @CsvSource({
    "posix, begun 2, 1",
    "posix, half 2, 1",
    "posix, written 2, 1",
    "posix, saved 2, 2",
    "mapped, half 2, 1",
    "mapped, written 2, 1",
    "channel, written 2, 1"
  })
  void theOldFileStaysUntilTheNewOneIsComplete(String engine, String last, int expected)
      throws IOException {
    try (ChildJvm saver = saver(engine, "waits")) {
      for (String step = saver.hear(); !step.equals(last); step = saver.hear()) {
        saver.say("go on");
      }
    }
    assertThat(saved()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6, 7, 10})
  void whateverTheMomentOneVersionIsThere(int steps) throws IOException {
    int known = 0;
    try (ChildJvm saver = saver("auto", "runs")) {
      for (int heard = 0; heard < steps; heard++) {
        String step = saver.hear();
        known = step.startsWith("saved ") ? Integer.parseInt(step.substring(6)) : known;
      }
    }
    assertThat(saved()).isGreaterThanOrEqualTo(known);
  }

  @Test
  void whatIsLeftOfAKilledSaveIsHiddenAndHindersNobody() throws IOException {
    for (int times = 0; times < 2; times++) {
      try (ChildJvm saver = saver("posix", "waits")) {
        assertThat(saver.hear()).isEqualTo("begun 1");
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .hasSize(2)
          .allMatch(
              file -> file.getFileName().toString().matches("\\.a\\.npy\\.[0-9a-f]{16}\\.tmp"));
    }
    try (ChildJvm saver = saver("posix", "waits")) {
      for (String step = saver.hear(); !step.equals("saved 1"); step = saver.hear()) {
        saver.say("go on");
      }
    }
    assertThat(saved()).isEqualTo(1);
  }
}
