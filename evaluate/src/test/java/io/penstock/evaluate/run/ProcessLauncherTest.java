package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.messages.MessagesChapter;
import io.penstock.evaluate.run.Experiment.Entry;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessLauncherTest {
  /// MPJ Express has classes of the same names as Penstock's module for its programs.
  @Test
  void aPeersClassesComeBeforeOurs() throws Exception {
    ProcessLauncher launcher = new ProcessLauncher(List.of(), "ours");
    Experiment experiment =
        new MessagesChapter().experiments(Children.setting(1 << 20, Effort.QUICK, 1)).getFirst();
    Entry entry =
        experiment.entries().stream()
            .filter(one -> one.program() instanceof Executable.Jvm)
            .findFirst()
            .orElseThrow()
            .classPath(List.of("theirs"));

    List<String> command = launcher.command(experiment, entry);

    assertThat(command).containsSequence("-cp", "theirs" + File.pathSeparator + "ours");
  }
}
