package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `./penstock install` and `./penstock release`, asked for what they cannot do.
class InstallProcessTest {
  private static final String LAUNCHER = System.getProperty("penstock.home", "..") + "/penstock";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"install", "install --prefix", "install --prefix=", "install here", "release now"})
  void wrongArgumentsAreTwoInOneLine(String arguments) throws Exception {
    ProcessRun run = shell(arguments);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines()).singleElement().asString().startsWith("penstock: ");
  }

  @Test
  void aFolderThatCannotBeMadeIsSaid() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    ProcessRun run = shell("install --prefix '" + file + "/below'");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: " + file + "/below cannot be made: choose another folder, or become root\n");
    assertThat(file).isRegularFile();
  }

  private ProcessRun shell(String arguments) throws Exception {
    return ProcessRun.of(folder, "sh", "-c", "'" + LAUNCHER + "' " + arguments);
  }
}
