package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.evaluate.machine.Machine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {

  @Test
  void aProgramThatIsAbsentIsNamedWithWhatBringsIt() {
    assertThatThrownBy(() -> Commands.require("no-such-program"))
        .isInstanceOf(AbsentException.class)
        .hasMessage(
            "no-such-program is not installed; run ./penstock setup, or install no-such-program");
  }

  @Test
  void aProgramOnThePathIsThere() {
    assertThatCode(() -> Commands.require("sh")).doesNotThrowAnyException();
  }

  @Test
  void commandsSpeakEnglishAndBuildNothing() throws Exception {
    assertThat(Commands.commandOutput(List.of("sh", "-c", "echo $LC_ALL, $PENSTOCK_BUILD")))
        .isEqualTo("C, never\n");
  }

  @Test
  void aFolderIsNoProgram(@TempDir Path folder) throws Exception {
    assertThatExceptionOfType(AbsentException.class)
        .isThrownBy(() -> Commands.require(folder.toString()))
        .withMessageContaining("is not installed");
    Commands.require(Machine.java());
    Commands.require("sh");
  }
}
