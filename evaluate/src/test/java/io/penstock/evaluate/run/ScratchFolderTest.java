package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
  private static final FileWork FIRST = FileWork.read(ElementType.BYTE, 1000);
  private static final FileWork SECOND =
      FileWork.read(ElementType.INT, 250).order(ByteOrder.BIG_ENDIAN);

  @TempDir Path folder;

  @Test
  void filesThatAreNoLongerNeededMakeRoom() throws IOException {
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      workspace.provide(asking(FIRST));
      workspace.provide(asking(SECOND));
      assertThat(workspace.file(asking(FIRST), FIRST)).doesNotExist();
      Path file = workspace.file(asking(SECOND), SECOND);
      assertThat(file).hasSize(1000);
      ContentPattern pattern = new ContentPattern(FileContents.READ_SALT, 4);
      assertThat(new FileContents(file, pattern, 1000).difference()).isEmpty();
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static Experiment asking(FileWork work) {
    return Fixture.experiment(FileState.CACHED)
        .add(Fixture.entry("one", new Executable.Missing("never run"), work));
  }

  @Test
  void aProcessToldToEndLeavesNoFileAndNoChild() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Fixture.java(EndlessEvaluation.class, folder.toString())).start();
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      assertThat(reader.readLine()).isEqualTo("begins");
      assertThat(files()).isPositive();
      List<ProcessHandle> children = process.descendants().toList();
      process.toHandle().destroy(); // as the terminal's Ctrl-C, a signal that ends it in good order
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(folder).isEmptyDirectory();
      for (ProcessHandle child : children) {
        assertThat(child.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
