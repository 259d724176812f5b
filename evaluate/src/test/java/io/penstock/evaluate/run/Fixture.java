package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Real child processes for tests: a launcher whose workers know the tests' approaches.
final class Fixture {
  static final Duration DEADLINE = Duration.ofSeconds(60);

  private Fixture() {}

  static ProcessLauncher launcher() {
    return new ProcessLauncher(
        List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"), path());
  }

  /// The command that runs a class of the tests.
  static List<String> java(Class<?> main, String argument) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return List.of(java.toString(), "-cp", path(), main.getName(), argument);
  }

  private static String path() {
    return Stream.of(
            System.getProperty("jdk.module.path", ""),
            System.getProperty("java.class.path"),
            Path.of("target", "test-classes").toAbsolutePath().toString())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }

  static Rules rules() {
    return rules(DEADLINE);
  }

  static Rules rules(Duration deadline) {
    return new Rules(2, 1, Duration.ofMillis(1), deadline, 1L << 30, 42);
  }

  static Executable yardstick() {
    Path cache = Path.of("target", "yardsticks").toAbsolutePath();
    return new Tools(new CCompiler(cache), cache).yardstick();
  }

  /// A program that does nothing and answers each run like this.
  static Executable answering(String ran) {
    return new Executable.Native(
        List.of(
            "sh",
            "-c",
            """
            while read -r order _; do
              case $order in
                prepare) echo ready ;;
                arm) echo armed ;;
                run) echo "$0" ;;
                verify) echo verified ;;
                quit) exit ;;
              esac
            done
            """,
            ran));
  }

  static Experiment experiment(FileState state) {
    return TestTable.with(Experiment.of(TestTable.ID, "A test", "none", state));
  }

  static Entry entry(String name, Executable program, FileWork... works) {
    return Entry.of(name, By.JDK, program, List.of(works));
  }

  static Entry c(String name, Executable program, FileWork... works) {
    return Entry.of(name, By.C, program, List.of(works));
  }

  static ExperimentOutcome run(Path folder, Rules rules, Experiment experiment) throws IOException {
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      return new Runner(workspace, rules, launcher(), new Listener() {}).run(experiment);
    }
  }

  static Outcome outcome(ExperimentOutcome experiment, String approach) {
    return experiment.results().stream()
        .filter(result -> result.approach().equals(approach))
        .map(Result::outcome)
        .findFirst()
        .orElseThrow();
  }
}
