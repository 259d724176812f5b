package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.By;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The cost of starting two ranks and of ending them, with one message to and fro between.
final class MpiStart implements Question {
  private static final String ID = "messages.mpi.start";
  private static final int RANKS = 2;
  private static final double MOST_MILLIS = 400;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Drill drill = Drill.of("start", FirstMessage.BYTES, Duration.ZERO);
    MpiLibraries mpi = MpiLibraries.of(setting);
    Experiment all =
        Experiment.drill(
            ID,
            "From the launcher's start to its end, with one message to and fro",
            MpiLibraries.SOURCE,
            Measure.MILLISECONDS);
    for (MpiInstallation library : mpi.list()) {
      String key = library.key();
      String c = MpiLibraries.C + key;
      all =
          all.on(drill.with(Entry.LIBRARY, key))
              .exercise(
                  c,
                  By.C,
                  task -> new Launch(job(task, Commands.told(task))),
                  entry -> Commands.tell(alike(entry), setting.tools().start(library)))
              .exercise(
                  MpiLibraries.PENSTOCK + key,
                  By.PENSTOCK,
                  task -> new Launch(job(task, java())),
                  entry -> alike(entry).against(c))
              .goal(
                  key + ", start: 0.4 s / what it takes beyond C",
                  1,
                  findings -> withinMost(findings, MpiLibraries.PENSTOCK + key, c));
    }
    return Stream.of(
        mpi.named(mpi.orMissing(all, List.of(drill)))
            .remark(
                String.format(
                        Locale.ROOT,
                        "Two ranks start MPI, send a message of %d B to and fro and end MPI. The JVMs are as",
                        FirstMessage.BYTES)
                    + " they are without options, but for leave to call native code."));
  }

  /// With what a JVM must be told to find the same libraries as this one.
  private static Entry alike(Entry entry) {
    return Extent.heap(entry)
        .options("-Dpenstock.home=" + System.getProperty("penstock.home", ".."));
  }

  private static OptionalDouble withinMost(Findings findings, String penstock, String c) {
    OptionalDouble ours = findings.median(ID, penstock, Findings.ANY);
    OptionalDouble theirs = findings.median(ID, c, Findings.ANY);
    return ours.isPresent() && theirs.isPresent()
        ? Extent.within(MOST_MILLIS, OptionalDouble.of(ours.getAsDouble() - theirs.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static ProcessBuilder job(DrillTask task, List<String> program) throws AbsentException {
    String key = task.drill().option(Entry.LIBRARY);
    return MpiInstallation.find().stream()
        .filter(one -> one.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new AbsentException("the MPI library is gone: " + key))
        .job(RANKS, program);
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

  /// A session of launchers, each with two ranks, from start to end.
  ///
  /// @param job that is run each time
  private record Launch(ProcessBuilder job) implements Exercise.Session {
    @Override
    public void arm(long salt) {
      // nothing is kept between runs
    }

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
    public void close() {
      // nothing is kept between runs
    }
  }
}
