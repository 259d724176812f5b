package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.TextWork.Corpus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  @Test
  void nothingIsLeftOfAFileThatCannotBeMade() throws IOException {
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      assertThatIOException().isThrownBy(() -> workspace.provideTexts(Set.of(new Halfway(2))));
      assertThat(workspace.folder()).isEmptyDirectory();
    }
  }

  /// As where others fill the disk meanwhile.
  private record Halfway(long bytes) implements Corpus {
    @Override
    public String fileName() {
      return "halfway.txt";
    }

    @Override
    public Map<String, Long> write(OutputStream out) throws IOException {
      out.write('1');
      throw new IOException("No space left on device");
    }
  }

  /// What was measured in it would be lost with an exception.
  @Test
  void whatCannotBeDeletedIsNoFailure() throws IOException, InterruptedException {
    ScratchFolder workspace = ScratchFolder.in(folder);
    Path kept = Files.createFile(workspace.folder().resolve("kept"));
    try {
      assumeTrue(chattr("+i", kept) == 0, "no file can be made immutable here");
      workspace.close();
      assertThat(kept).exists();
    } finally {
      int _ = chattr("-i", kept);
    }
  }

  private static int chattr(String change, Path file) throws InterruptedException {
    try {
      return new ProcessBuilder("chattr", change, file.toString())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException _) {
      return -1; // there is no such program
    }
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
