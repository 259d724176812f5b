package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaProgramCommandTest {
  private final JavaProgram program =
      new JavaProgram(List.of(Path.of("/classes")), List.of(), "Main", List.of(":", "", "-n", ":"));

  @Test
  void noArgumentIsAColonForALauncherOfMpi() {
    assertThat(program.mpiRankCommand())
        .doesNotContain(":")
        .endsWith("Main", "=:", "=", "=-n", "=:");
  }

  @Test
  void whereNoLauncherReadsTheWordsTheyAreAsTheyWere() {
    assertThat(program.rankCommand()).endsWith("Main", ":", "", "-n", ":");
  }
}
