package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.file.ArrayFile;
import io.penstock.file.FileEngines;
import io.penstock.report.ExperimentOutcome;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs experiments of the chapters in real child processes, each work once.
public final class Children {
  private static final Rules RULES =
      new Rules(1, 0, Duration.ZERO, Duration.ofSeconds(60), 1L << 30, 42);

  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmn16m", // an array has to fit the old generation
          "-Xlog:disable",
          "--enable-native-access=ALL-UNNAMED");

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
        Stream.concat(OPTIONS.stream(), Stream.of("-XX:SharedArchiveFile=" + Packed.ARCHIVE))
            .toList(),
        Packed.PATH);
  }

  /// A program that loads the classes that workers have in common: the chapters' tables, and an
  /// array's way to a file and back.
  public static final class Training {
    private Training() {}

    public static void main(String[] arguments) throws IOException {
      Setting setting =
          new Setting(1 << 20, List.of(1, 2), Effort.NORMAL, Tools.ofWorker(List.of()));
      for (Chapter chapter : Chapter.all()) {
        assertThat(chapter.experiments(setting)).isNotEmpty();
      }
      FileEngines.bind();
      Path file = Path.of(arguments[0]);
      int[] array = new int[1 << 16];
      try (ArrayFile made = ArrayFile.create(file, ElementType.INT, Shape.of(array.length))) {
        made.write(array);
      }
      try (ArrayFile made = ArrayFile.open(file)) {
        made.read(array);
      }
      Files.delete(file);
    }
  }

  /// The class path of the workers, whose folders are packed once, since an experiment that needs
  /// jars would pack them for each of its works, and an archive of their classes, since most of a
  /// worker's time is its start.
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

    static final Path ARCHIVE = archive();

    private static Path archive() {
      try {
        Path archive = temporary(".jsa");
        Path file = temporary(".npy");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.add("-XX:ArchiveClassesAtExit=" + archive);
        command.addAll(List.of("-cp", PATH, Training.class.getName(), file.toString()));
        String _ = Commands.output(command);
        return archive;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static Path temporary(String suffix) throws IOException {
      Path file = Files.createTempFile("penstock-classes", suffix);
      file.toFile().deleteOnExit();
      Files.delete(file);
      return file;
    }

    private static String jar(Path classes) {
      if (!Files.isDirectory(classes)) {
        return classes.toString();
      }
      try {
        Path jar = temporary(".jar");
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
