package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.report.ExperimentOutcome;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs experiments of the chapters in real child processes, each work once.
public final class Children {
  private static final Rules RULES =
      new Rules(1, 0, Duration.ZERO, Duration.ofSeconds(60), 1L << 30, 42);

  /// What is looked for once.
  private static final Tools TOOLS = tools(Path.of("target", "yardsticks").toAbsolutePath());

  private Children() {}

  private static Tools tools(Path cache) {
    return new Tools(new CCompiler(cache), cache);
  }

  /// A setting whose yardsticks are built in this module's own folder.
  public static Setting setting(long bytes, Effort effort, Integer... threads) {
    return new Setting(bytes, List.of(threads), effort, TOOLS);
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
    return new ProcessLauncher(
        List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"), Packed.PATH);
  }

  /// The class path of the workers, whose folders are packed once: an experiment that needs jars
  /// would pack them for each of its works.
  private static final class Packed {
    static final String PATH =
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path"),
                Path.of("target", "test-classes").toAbsolutePath().toString())
            .flatMap(part -> Stream.of(part.split(File.pathSeparator, -1)))
            .filter(part -> !part.isEmpty())
            .map(Path::of)
            .map(Packed::jar)
            .collect(Collectors.joining(File.pathSeparator));

    private static String jar(Path classes) {
      if (!Files.isDirectory(classes)) {
        return classes.toString();
      }
      try {
        Path jar = Files.createTempFile("penstock-classes", ".jar");
        jar.toFile().deleteOnExit();
        int status =
            ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.err, System.err, "-cf", jar.toString(), "-C", classes.toString(), ".");
        assertThat(status).isZero();
        return jar.toString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
