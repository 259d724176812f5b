package io.penstock.evaluate.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Whole commands as exercises about a text: from the start of a process to its end. The file
/// follows the words of a command.
public final class Commands {
  /// The option that holds the words of a command, one a line.
  private static final String WORDS = "words";

  /// The option that says why there is no such command.
  private static final String ABSENT = "absent";

  private static final Pattern NUMBER = Pattern.compile("-?\\d+");

  private Commands() {}

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
    return List.of(task.drill().option(WORDS).split("\n", -1));
  }

  /// Tells an entry a program and its arguments, or why it is missing.
  public static Entry tell(Entry entry, Program program, String... arguments) {
    return switch (program) {
      case Program.Native(List<String> words) ->
          entry.told(
              WORDS,
              String.join("\n", Stream.concat(words.stream(), Stream.of(arguments)).toList()));
      case Program.Missing(String reason) -> entry.told(ABSENT, reason);
      default -> throw new IllegalArgumentException("no command: " + program);
    };
  }

  /// The command `penstock` as it is built, where it was started by its launcher.
  public static Program penstock() {
    Optional<String> home = Optional.ofNullable(System.getProperty("penstock.home"));
    return home.map(folder -> Path.of(folder, "penstock").toAbsolutePath().toString())
        .<Program>map(launcher -> new Program.Native(List.of(launcher)))
        .orElseGet(() -> new Program.Missing("no launcher: this is not run by ./penstock"));
  }

  private static Exercise.Session session(
      DrillTask task, ToLongFunction<String> answer, List<String> words) throws AbsentException {
    SystemPrograms.require(words.getFirst());
    Pass.Text text = new Pass.Text(task);
    List<String> command =
        Stream.concat(words.stream(), Stream.of(text.path().toString())).toList();
    return new Answering(
        text.answer(),
        () -> answer.applyAsLong(SystemPrograms.commandOutput(command)),
        new Batch(task));
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
