package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A job of [RankProgram] that `./penstock run` has been asked for. Closing kills what is left of
/// it.
record RunningJob(Process process, Path file, BufferedReader output) implements AutoCloseable {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));
  private static final Path CLASSES = HOME.resolve("cli/target/test-classes");
  private static final Pattern PID = Pattern.compile("\\[(\\d+)] pid (\\d+)");

  /// The words that start a job.
  ///
  /// @param options of the verb, then the program's task and what it needs
  static List<String> words(String... options) {
    List<String> words = new ArrayList<>(List.of(HOME.resolve("penstock").toString(), "run"));
    words.addAll(List.of("-cp", CLASSES.toString()));
    int task =
        IntStream.range(0, options.length)
            .filter(i -> RankProgram.TASKS.contains(options[i]))
            .findFirst()
            .orElseThrow();
    words.addAll(List.of(options).subList(0, task));
    words.add(RankProgram.class.getName());
    words.addAll(List.of(options).subList(task, options.length));
    return words;
  }

  static RunningJob start(String... options) throws IOException {
    return start(Map.of(), words(options));
  }

  /// Signals are as a terminal would have them, whoever started the tests.
  static RunningJob start(Map<String, String> environment, List<String> words) throws IOException {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP,TERM"));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PENSTOCK_BUILD", "never");
    builder.environment().remove("PENSTOCK_OPTS");
    builder.environment().putAll(environment);
    Path errors = Files.createTempFile("penstock-run", ".err");
    Process process = builder.redirectError(errors.toFile()).start();
    return new RunningJob(process, errors, process.inputReader(UTF_8));
  }

  long pid() {
    return process.pid();
  }

  /// The processes of the ranks, once all have told.
  Map<Integer, Long> awaitPids(int ranks) throws IOException {
    StringBuilder text = new StringBuilder();
    while (pids(text.toString()).size() < ranks) {
      text.append(line()).append('\n');
    }
    return pids(text.toString());
  }

  void awaitLine(String line) throws IOException {
    String next = line();
    while (!next.equals(line)) {
      next = line();
    }
  }

  String line() throws IOException {
    return Optional.ofNullable(output.readLine()).orElseThrow(() -> new AssertionError(errors()));
  }

  /// Reads nothing until its children have ended, or stand still because of that, and for longer
  /// than it would wait for what is silent.
  void awaitSlowReader() throws InterruptedException {
    assertThat(process.waitFor(8, TimeUnit.SECONDS)).as("it waits for its reader").isFalse();
  }

  /// Its exit status.
  int end() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  String errors() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(file);
  }

  static Map<Integer, Long> pids(String results) {
    return results
        .lines()
        .map(PID::matcher)
        .filter(Matcher::matches)
        .collect(
            Collectors.toMap(
                matcher -> Integer.parseInt(matcher.group(1)),
                matcher -> Long.parseLong(matcher.group(2))));
  }

  static void kill(String signal, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", signal, Long.toString(pid)).inheritIO().start().waitFor();
  }

  static void assertAllEnd(Map<Integer, Long> pids) throws Exception {
    for (long pid : pids.values()) {
      Optional<ProcessHandle> process = ProcessHandle.of(pid);
      if (process.isPresent()) {
        process.get().onExit().get(60, TimeUnit.SECONDS);
      }
    }
  }
}
