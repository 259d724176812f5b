package io.penstock.evaluate.arrays;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Launcher;
import io.penstock.evaluate.run.Listener;
import io.penstock.evaluate.run.Rules;
import io.penstock.evaluate.run.Runner;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.Tools;
import io.penstock.evaluate.run.Worker;
import io.penstock.evaluate.run.Workspace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs experiments of this chapter in real child processes, each work once.
final class Children {
  private static final Rules RULES =
      new Rules(1, 0, Duration.ZERO, Duration.ofSeconds(60), 1L << 30, 42);

  private Children() {}

  static Setting setting(long bytes, Effort effort, Integer... threads) {
    Path cache = Path.of("target", "yardsticks").toAbsolutePath();
    return new Setting(bytes, List.of(threads), effort, new Tools(new CCompiler(cache), cache));
  }

  static ExperimentOutcome run(Path folder, Experiment experiment) throws IOException {
    try (Workspace workspace = Workspace.in(folder)) {
      return new Runner(workspace, RULES, launcher(), new Listener() {}).run(experiment);
    }
  }

  private static Launcher launcher() {
    String path =
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path"),
                Path.of("target", "test-classes").toAbsolutePath().toString())
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(File.pathSeparator));
    return new Launcher(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            path,
            Worker.class.getName()));
  }
}
