package io.penstock.cli.tool;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Other programs of the system: finds them on the search path, runs them and returns their output.
public final class Tool {
  private static final int PATIENCE_MILLIS = 10_000;

  /// How often the output of a program is taken, which waits while the pipe is full.
  private static final int LOOK_MILLIS = 10;

  private Tool() {}

  /// The first executable file of that name on the search path.
  public static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /// Runs a program, without input.
  ///
  /// @return what it printed until it ended, both streams together: what it has left behind may
  ///   still hold them open; empty where it cannot be started, fails or does not end
  public static Optional<String> output(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      try {
        process.getOutputStream().close();
        return untilEnd(process);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<String> untilEnd(Process process)
      throws IOException, InterruptedException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    InputStream output = process.getInputStream();
    boolean ended = false;
    for (int looks = 0; !ended && looks < PATIENCE_MILLIS / LOOK_MILLIS; looks++) {
      ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      printed.write(output.readNBytes(output.available()));
    }
    return ended && process.exitValue() == 0
        ? Optional.of(printed.toString(StandardCharsets.UTF_8).strip())
        : Optional.empty();
  }
}
