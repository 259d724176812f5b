package io.penstock.evaluate.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs that are installed, as contestants.
public final class SystemPrograms {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("LC_ALL", "C", "PENSTOCK_BUILD", "never");

  private SystemPrograms() {}

  /// Makes sure that a program is on the path.
  ///
  /// @throws AbsentException if it is not installed
  public static void require(String program) throws AbsentException {
    if (!installed(program)) {
      throw new AbsentException(
          program + " is not installed; run ./penstock setup, or install " + program);
    }
  }

  /// Chooses among the names that a program has on different systems.
  ///
  /// @return the one by which it is installed, or else its usual one
  public static String named(String usual, String other) {
    return installed(usual) || !installed(other) ? usual : other;
  }

  private static boolean installed(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder).resolve(program))
        .anyMatch(Files::isExecutable);
  }

  /// Runs a program, from its start to its end, and takes what it prints, as a user's pipe would.
  ///
  /// @param words its name and arguments
  /// @throws IOException if it fails
  public static String output(List<String> words) throws IOException, InterruptedException {
    return output(new ProcessBuilder(words));
  }

  /// The same for a command that is to speak English and to build nothing. No `env` tells it so:
  /// that would be one more program, whose start would count as the command's.
  ///
  /// @param words its name and arguments
  /// @throws IOException if it fails
  public static String commandOutput(List<String> words) throws IOException, InterruptedException {
    ProcessBuilder command = new ProcessBuilder(words);
    command.environment().putAll(ENVIRONMENT);
    return output(command);
  }

  private static String output(ProcessBuilder program) throws IOException, InterruptedException {
    Process process = program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    end(program.command().getFirst(), process);
    return said;
  }

  /// Waits for a program.
  ///
  /// @throws IOException if it failed
  public static void end(String program, Process process) throws IOException, InterruptedException {
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(program + " failed with exit status " + status);
    }
  }
}
