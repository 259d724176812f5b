package io.penstock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ExitCode;

/// A `count` that needs no grammar: options of one letter, and files.
///
/// It does what [CountCommand] does with the same arguments, without picocli, whose look at the
/// verbs takes longer than a JVM takes to start and to count 100 MB.
final class PlainCount {
  private final List<String> names = new ArrayList<>();
  private final Set<CountColumn> columns = EnumSet.noneOf(CountColumn.class);

  private PlainCount() {}

  /// Takes a command line apart.
  ///
  /// @return empty where the command line is something else, or has to be looked at by picocli
  static Optional<PlainCount> of(String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals("count")) {
      return Optional.empty();
    }
    PlainCount count = new PlainCount();
    for (int i = 1; i < arguments.length; i++) {
      if (!count.take(arguments[i])) {
        return Optional.empty();
      }
    }
    return Optional.of(count);
  }

  private boolean take(String argument) {
    if (argument.startsWith("@")) { // picocli replaces it by what the file holds
      return false;
    }
    if (argument.length() > 1 && argument.startsWith("-")) {
      return argument.chars().skip(1).allMatch(this::takeOption);
    }
    names.add(argument);
    return true;
  }

  private boolean takeOption(int letter) {
    return switch (letter) {
      case 'l' -> columns.add(CountColumn.NEWLINES);
      case 'w' -> columns.add(CountColumn.WORDS);
      case 'm' -> columns.add(CountColumn.CHARACTERS);
      case 'c' -> columns.add(CountColumn.BYTES);
      default -> false;
    };
  }

  /// Counts and prints.
  ///
  /// @return the exit status
  int run(PrintWriter results, PrintWriter diagnostics) {
    CountTable table = new CountTable(columns);
    int threads = Runtime.getRuntime().availableProcessors();
    try {
      boolean all =
          new TextSequence(names, results, diagnostics).each(text -> table.add(text, threads));
      if (names.size() > 1) {
        table.addTotal();
      }
      table.print(results);
      return all ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (Failure e) {
      return Complaints.about(e, diagnostics);
    }
  }
}
