package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.report.ExperimentOutcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs experiments of the chapters in real child processes, each work once.
public final class Children {
  private static final Rules RULES =
      new Rules(1, 0, Duration.ZERO, Duration.ofSeconds(60), 1L << 30, 42);

  private Children() {}

  /// A setting whose yardsticks are built in this module's own folder.
  public static Setting setting(long bytes, Effort effort, Integer... threads) {
    Path cache = Path.of("target", "yardsticks").toAbsolutePath();
    return new Setting(bytes, List.of(threads), effort, new Tools(new CCompiler(cache), cache));
  }

  /// Runs an experiment.
  ///
  /// @param folder for its files
  public static ExperimentOutcome run(Path folder, Experiment experiment) throws IOException {
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      return new Runner(workspace, RULES, launcher(), new Listener() {}).run(experiment);
    }
  }

  private static ProcessLauncher launcher() {
    String path =
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path"),
                Path.of("target", "test-classes").toAbsolutePath().toString())
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(File.pathSeparator));
    return new ProcessLauncher(
        List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"), path);
  }
}
