package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonTest {
  @Test
  void scriptsReadLinesAndWriteLines() {
    assertThat(
            Python.withNumpy()
                .run(
                    "import sys; [print(line.strip() + sys.argv[1]) for line in sys.stdin]",
                    List.of("a", "b"),
                    "!"))
        .containsExactly("a!", "b!");
  }

  @Test
  void aFailingScriptFailsTheTestWithItsOwnWords() {
    assertThatThrownBy(() -> Python.withNumpy().run("raise ValueError('so')", List.of()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ValueError: so");
  }

  @Test
  void aMissingInterpreterIsNamedWithTheRemedy(@TempDir Path folder) {
    assertThatThrownBy(() -> Python.at(folder.resolve("python")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(folder.toString(), "run ./penstock setup numpy");
  }

  @Test
  void anInterpreterWithoutNumpyIsNamedWithTheRemedy(@TempDir Path folder) throws IOException {
    Path python = folder.resolve("python");
    Files.writeString(python, "#!/bin/sh\necho no numpy >&2; exit 1\n");
    Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(() -> Python.at(python))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("no numpy", "run ./penstock setup numpy");
  }
}
