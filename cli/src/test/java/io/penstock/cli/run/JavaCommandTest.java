package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaCommandTest {
  private final Program program =
      new Program(List.of(Path.of("/classes")), List.of(), "Main", List.of(":", "", "-n", ":"));

  @Test
  void noArgumentIsAColonForALauncherOfMpi() {
    assertThat(JavaCommand.mpi(program))
        .doesNotContain(":")
        .endsWith("Main", "=:", "=", "=-n", "=:");
  }

  @Test
  void whereNoLauncherReadsTheWordsTheyAreAsTheyWere() {
    assertThat(JavaCommand.process(program)).endsWith("Main", ":", "", "-n", ":");
  }
}
