package io.penstock.mpi;

import io.penstock.array.Shape;
import io.penstock.message.Communicator;
import io.penstock.object.ObjectCodec;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A main class of these tests, run as the ranks of an MPI job by a launcher, or alone.
///
/// Each run has a time limit and leaves no process behind: if it would, it fails.
public final class MpiLaunch {
  private static final List<String> SMALL_JVM =
      List.of(
          "-Xmx256m",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-Xlog:disable",
          "--illegal-native-access=deny");

  private static final Duration LAST_MOMENTS = Duration.ofSeconds(5);

  private final List<String> launcher;
  private final Map<String, String> environment;
  private final List<String> options = new ArrayList<>();
  private final List<String> classPath = new ArrayList<>();
  private Duration limit = Duration.ofSeconds(60);
  private String signal = "";
  private String mayCallNativeCode = "ALL-UNNAMED";

  private MpiLaunch(List<String> launcher, Map<String, String> environment) {
    this.launcher = launcher;
    this.environment = new TreeMap<>(environment);
  }

  /// As `ranks` ranks by the launcher of an installation.
  public static MpiLaunch by(MpiInstallation installation, int ranks) {
    return new MpiLaunch(installation.launcher(ranks), installation.environment());
  }

  /// As one process, started by nobody special.
  public static MpiLaunch alone() {
    return new MpiLaunch(List.of(), Map.of());
  }

  /// Sets a variable of the environment.
  public MpiLaunch with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /// Leaves out a variable that the installation would have.
  public MpiLaunch without(String variable) {
    environment.remove(variable);
    return this;
  }

  /// Says something else to the launcher in place of a word.
  public MpiLaunch saying(String word, String instead) {
    launcher.replaceAll(said -> said.equals(word) ? instead : said);
    return this;
  }

  /// Adds an option for the JVMs.
  public MpiLaunch option(String option) {
    options.add(option);
    return this;
  }

  /// Adds what has to be on the class path besides Penstock and these tests.
  public MpiLaunch classes(String... paths) {
    classPath.addAll(List.of(paths));
    return this;
  }

  /// Lets the JVMs call no native code.
  public MpiLaunch withoutNativeAccess() {
    mayCallNativeCode = "java.base";
    return this;
  }

  /// Ends the run, as a failure, after this time (a minute).
  public MpiLaunch within(Duration time) {
    limit = time;
    return this;
  }

  /// Has the launcher get a signal as soon as all of `ranks` ranks have printed a line.
  public MpiLaunch signalled(String name) {
    signal = name;
    return this;
  }

  /// Runs it to its end.
  ///
  /// @throws AssertionError if it does not end in time, or leaves a process behind; the message
  ///   holds what it printed
  public Outcome run(Class<?> main, String... arguments) {
    return run(main.getName(), arguments);
  }

  /// Runs a class that is on the class path of the ranks alone.
  ///
  /// @throws AssertionError if it does not end in time, or leaves a process behind; the message
  ///   holds what it printed
  public Outcome run(String main, String... arguments) {
    String mark = "-Dpenstock.test.job=" + UUID.randomUUID();
    try {
      Path folder = Files.createTempDirectory("penstock-mpi");
      Path out = folder.resolve("out");
      Path err = folder.resolve("err");
      try {
        return run(command(mark, main, arguments), mark, out, err);
      } finally {
        for (Path file : List.of(out, err, folder)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  // Files, not pipes: a process that is left behind would hold a pipe open for ever.
  private Outcome run(List<String> command, String mark, Path out, Path err)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(MpiLaunch::isOfAnotherJob);
    builder.environment().putAll(environment);
    Process process = builder.start();
    long began = System.nanoTime();
    try {
      if (!signal.isEmpty()) {
        signalOnceHeard(process, out);
      }
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      Duration time = Duration.ofNanos(System.nanoTime() - began);
      Outcome outcome =
          new Outcome(
              ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err), time);
      if (!ended) {
        throw new AssertionError("no end after " + limit + ": " + outcome + stacks(mark, out));
      }
      awaitLast(mark, outcome);
      return outcome;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      left(mark).forEach(ProcessHandle::destroyForcibly);
    }
  }

  /// Where the threads of all ranks are.
  private static String stacks(String mark, Path file) throws IOException, InterruptedException {
    StringBuilder all = new StringBuilder();
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    for (ProcessHandle rank : left(mark)) {
      if (rank.info().command().orElse("").endsWith("java")) {
        Process dump =
            new ProcessBuilder(jcmd, Long.toString(rank.pid()), "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(file.toFile())
                .start();
        boolean ended = dump.waitFor(LAST_MOMENTS.toSeconds(), TimeUnit.SECONDS);
        dump.destroyForcibly();
        all.append('\n').append(ended ? "" : "no answer of ").append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static boolean isOfAnotherJob(String variable) {
    return variable.startsWith("OMPI_")
        || variable.startsWith("PMI")
        || variable.startsWith("PENSTOCK_");
  }

  private void signalOnceHeard(Process process, Path out) throws IOException, InterruptedException {
    long ranks = launcher.isEmpty() ? 1 : Long.parseLong(launcher.getLast());
    while (process.isAlive() && Files.readString(out).lines().count() < ranks) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  // The launcher may end a moment before the processes that it has killed.
  private static void awaitLast(String mark, Outcome outcome) throws InterruptedException {
    long end = System.nanoTime() + LAST_MOMENTS.toNanos();
    List<ProcessHandle> left = left(mark);
    while (!left.isEmpty()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(left + " are left behind after " + outcome);
      }
      TimeUnit.MILLISECONDS.sleep(10);
      left = left(mark);
    }
  }

  private static List<ProcessHandle> left(String mark) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(mark))
        .toList();
  }

  private List<String> command(String mark, String main, String... arguments) {
    List<String> command = new ArrayList<>(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SMALL_JVM);
    command.add("--enable-native-access=" + mayCallNativeCode);
    command.add(mark);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main));
    command.addAll(List.of(arguments));
    return command;
  }

  private String classPath() {
    List<String> paths =
        Stream.of(Shape.class, ObjectCodec.class, Communicator.class, Mpi.class, MpiLaunch.class)
            .map(MpiLaunch::folder)
            .collect(Collectors.toCollection(ArrayList::new));
    paths.addAll(classPath);
    return String.join(File.pathSeparator, paths);
  }

  /// The folder or archive that a class was loaded from.
  private static String folder(Class<?> type) {
    String name = "/" + type.getName().replace('.', '/') + ".class";
    String found = Optional.ofNullable(type.getResource(name)).orElseThrow().toString();
    String place = found.substring(0, found.length() - name.length());
    boolean packed = place.startsWith("jar:") && place.endsWith("!");
    return Path.of(URI.create(packed ? place.substring(4, place.length() - 1) : place)).toString();
  }

  /// What became of a run.
  ///
  /// @param exit the launcher's exit code
  /// @param time from its start to its end
  public record Outcome(int exit, String out, String err, Duration time) {
    /// What was printed to both streams, the standard output first.
    public String said() {
      return out + err;
    }
  }
}
