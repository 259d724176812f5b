package io.penstock.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// Command lines of all verbs that have a shortcut.
final class ShortLines {
  /// Each with operands that are right.
  private static final List<String> SAMPLES =
      List.of(
          "array convert in out.npy",
          "array info in",
          "array plot in",
          "array slice in 1:2 out.npy",
          "array stats in",
          "bench in",
          "copy in out",
          "count in",
          "doctor",
          "find x in",
          "lines in 1",
          "list in",
          "objects in",
          "pack in",
          "run -n 1 Main",
          "unpack in",
          "walk folder",
          "words in");

  /// Their names.
  static final List<String> VERBS = SAMPLES.stream().map(ShortLines::name).toList();

  private ShortLines() {}

  private static String name(String line) {
    String[] words = line.split(" ", -1);
    return words[0].equals("array") ? words[0] + " " + words[1] : words[0];
  }

  /// The words of a right command line of a verb.
  static String[] sample(String verb) {
    return SAMPLES.get(VERBS.indexOf(verb)).split(" ", -1);
  }

  /// The same with one more word, as an option behind the verb's name. `run` has no `-n 1` then
  /// where the word is that.
  static String[] with(String verb, String word) {
    List<String> words = new ArrayList<>(List.of(sample(verb)));
    if (word.startsWith("-n=") || word.startsWith("--ranks=")) {
      words.removeAll(List.of("-n", "1"));
    }
    words.add(verb.split(" ", -1).length, word);
    return words.toArray(String[]::new);
  }

  /// What picocli knows of a verb.
  static CommandSpec spec(String verb) {
    return last(verb.split(" ", -1), picocli(verb.split(" ", -1))).getCommandSpec();
  }

  /// What picocli makes of a command line.
  ///
  /// @throws CommandLine.ParameterException if it is wrong
  static Action parsed(String... words) {
    CommandLine line = picocli(words);
    var _ = line.parseArgs(words);
    return last(words, line).getCommand();
  }

  private static CommandLine last(String[] words, CommandLine line) {
    CommandLine verb = Objects.requireNonNull(line.getSubcommands().get(words[0]));
    return words[0].equals("array")
        ? Objects.requireNonNull(verb.getSubcommands().get(words[1]))
        : verb;
  }

  /// The grammar of a command line's verb; of all without words.
  static CommandLine picocli(String... words) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Grammar.commandLine(nowhere, nowhere, words);
  }

  /// All names of a verb's options.
  static List<String> options(String verb) {
    return spec(verb).options().stream().flatMap(o -> Arrays.stream(o.names())).toList();
  }

  /// Words that may be values, operands, or neither.
  static List<String> words() {
    return Stream.of(
            "1 2 0 007 -1 x in out.npy folder - -- a,b mode,times f,d all 10MiB 1g float32 little",
            "c fortran tcp threads TCP gzip zip uint8,little,4 1:2 1-2 a=b @a -x -lw -rT"
                + " --json=true",
            "help list --no $HOME .. 1.5 -Xmx1g")
        .flatMap(words -> Arrays.stream(words.split(" ", -1)))
        .toList();
  }
}
