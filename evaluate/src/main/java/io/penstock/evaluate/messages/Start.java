package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs a launcher with two ranks to its end.
final class Start implements Exercise {
  /// The option that names the library, by its key.
  static final String LIBRARY = "library";

  /// The option that names the ranks' program; where it is missing, they are [FirstMessage].
  static final String PROGRAM = "program";

  private static final int RANKS = 2;

  /// What a JVM must be told to find the same libraries as this one.
  static List<String> options() {
    return List.of("-Dpenstock.home=" + System.getProperty("penstock.home", ".."));
  }

  @Override
  public Session prepare(DrillTask task) throws AbsentException {
    String key = task.drill().option(LIBRARY);
    MpiInstallation library =
        MpiInstallation.find().stream()
            .filter(one -> one.key().equals(key))
            .findFirst()
            .orElseThrow(() -> new AbsentException("the MPI library is gone: " + key));
    String program = task.drill().options().get(PROGRAM);
    return new Launch(library.job(RANKS, program == null ? java() : List.of(program)));
  }

  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(File.pathSeparator)),
        FirstMessage.class.getName());
  }

  /// @param job that is run each time
  private record Launch(ProcessBuilder job) implements Session {
    @Override
    public void arm(long salt) {}

    @Override
    public Reading run() throws IOException, InterruptedException {
      long start = System.nanoTime();
      Process process = job.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      long nanos = System.nanoTime() - start;
      if (status != 0 || !said.contains(FirstMessage.DONE)) {
        throw new IOException("the job failed with exit status " + status + ": " + said);
      }
      return new Reading(nanos, 1);
    }

    /// A rank that gets something else than was sent says so and fails.
    @Override
    public Optional<String> fault(long salt) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
