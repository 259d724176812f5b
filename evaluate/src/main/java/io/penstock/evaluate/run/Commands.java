package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Experiment.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Programs that are installed, as contestants: run from their start to their end, and as exercises
/// about a text, whose file then follows the words of a command.
public final class Commands {
  /// The option that holds the words of a command, one a line.
  private static final String WORDS = "words";

  /// The option that says why there is no such command.
  private static final String ABSENT = "absent";

  private static final Pattern NUMBER = Pattern.compile("-?\\d+");

  private static final Map<String, String> ENVIRONMENT =
      Map.of("LC_ALL", "C", "PENSTOCK_BUILD", "never");

  private Commands() {}

  /// Makes sure that a program is on the path.
  ///
  /// @throws AbsentException if it is not installed
  public static void require(String program) throws AbsentException {
    if (Machine.onPath(program).isEmpty()) {
      throw new AbsentException(
          program + " is not installed; run ./penstock setup, or install " + program);
    }
  }

  /// Chooses among the names that a program has on different systems.
  ///
  /// @return the one by which it is installed, or else its usual one
  public static String named(String usual, String other) {
    return Machine.onPath(usual).isPresent() || Machine.onPath(other).isEmpty() ? usual : other;
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

  /// The words of a program and the files behind them.
  public static List<String> withFiles(List<String> words, Path... files) {
    return Stream.concat(words.stream(), Stream.of(files).map(Path::toString)).toList();
  }

  // ---- as exercises about a text ---------------------------------------------------------------

  /// With the note that its figures are those of a whole process, and without a heap of its own.
  public static Entry whole(Entry entry) {
    return entry.scratch(0).note("a whole process, with its start");
  }

  /// A command whose answer is the first number that it prints.
  public static Exercise counting(String... words) {
    return of(Commands::number, words);
  }

  /// A command.
  ///
  /// @param answer that what it prints comes to
  public static Exercise of(ToLongFunction<String> answer, String... words) {
    return task -> session(task, answer, List.of(words));
  }

  /// A command that the evaluation tells its worker ([#tell]), whose answer is the first number
  /// that it prints.
  public static Exercise told() {
    return task -> session(task, Commands::number, told(task));
  }

  /// The words that the evaluation told its worker.
  ///
  /// @throws AbsentException if there is no such program, with the reason that it told
  public static List<String> told(DrillTask task) throws AbsentException {
    String absent = task.drill().options().get(ABSENT);
    if (absent != null) {
      throw new AbsentException(absent);
    }
    return List.of(task.option(WORDS).split("\n", -1));
  }

  /// Tells an entry a program and its arguments, or why it is missing.
  public static Entry tell(Entry entry, Executable program, String... arguments) {
    return switch (program) {
      case Executable.Native(List<String> words) ->
          entry.told(
              WORDS,
              String.join("\n", Stream.concat(words.stream(), Stream.of(arguments)).toList()));
      case Executable.Missing(String reason) -> entry.told(ABSENT, reason);
      default -> throw new IllegalArgumentException("no command: " + program);
    };
  }

  /// The command `penstock` as it is built, where it was started by its launcher.
  public static Executable penstock() {
    Optional<String> home = Optional.ofNullable(System.getProperty("penstock.home"));
    return home.map(folder -> Path.of(folder, "penstock").toAbsolutePath().toString())
        .<Executable>map(launcher -> new Executable.Native(List.of(launcher)))
        .orElseGet(() -> new Executable.Missing("no launcher: this is not run by ./penstock"));
  }

  private static Exercise.Session session(
      DrillTask task, ToLongFunction<String> answer, List<String> words) throws AbsentException {
    require(words.getFirst());
    List<String> command = withFiles(words, task.path());
    return Exercise.Session.answering(
        task, task.answer(), _ -> answer.applyAsLong(commandOutput(command)));
  }

  /// The first number in what a command printed.
  ///
  /// @throws IllegalStateException if there is none
  public static long number(String said) {
    Matcher number = NUMBER.matcher(said);
    if (!number.find()) {
      throw new IllegalStateException("it printed no number: " + said);
    }
    return Long.parseLong(number.group());
  }
}
