package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
  private static final FileKey FIRST = new FileKey(Operation.READ, 1, 1000, FileState.CACHED);
  private static final FileKey SECOND = new FileKey(Operation.READ, 4, 1000, FileState.CACHED);

  @TempDir Path folder;

  @Test
  void filesThatAreNoLongerNeededMakeRoom() throws IOException {
    try (Workspace workspace = Workspace.in(folder)) {
      workspace.provide(List.of(FIRST));
      workspace.provide(List.of(SECOND));
      assertThat(workspace.path(FIRST)).doesNotExist();
      assertThat(workspace.path(SECOND)).hasSize(1000);
      Pattern pattern = new Pattern(Workspace.READ_SALT, 4);
      assertThat(new FileContents(workspace.path(SECOND), pattern, 1000).difference()).isEmpty();
    }
    assertThat(folder).isEmptyDirectory();
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
