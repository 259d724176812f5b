package io.penstock.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A parsed command line in usual form, with its [Action].
///
/// In a fresh JVM picocli takes longer to parse a verb than the JVM takes to start and do a short
/// job. Whatever is not certainly right is left to picocli, whose grammar alone defines what a
/// command line means.
///
/// @param verb as the command line names it
/// @param action filled as picocli would have filled it
record Shortcut(String verb, Action action) {
  /// Does what was asked.
  ///
  /// @return the exit status
  int run(PrintWriter results, PrintWriter diagnostics) {
    action.attach(verb, results, diagnostics);
    return action.call();
  }

  /// Takes a command line apart.
  ///
  /// @return empty where picocli has to look
  static Optional<Shortcut> of(String... words) {
    Optional<Verb> verb = words.length == 0 ? Optional.empty() : Verb.named(words[0]);
    if (verb.isEmpty()) {
      return Optional.empty();
    }
    if (verb.get() != Verb.ARRAY) {
      return of(words[0], verb.get().action(), arguments(words, 1));
    }
    return words.length == 1
        ? Optional.empty()
        : of("array " + words[1], ArrayVerb.action(words[1]), arguments(words, 2));
  }

  private static List<String> arguments(String[] words, int from) {
    return Arrays.asList(words).subList(from, words.length);
  }

  private static Optional<Shortcut> of(
      String verb, Optional<Action> action, List<String> arguments) {
    if (action.isEmpty()) {
      return Optional.empty();
    }
    try {
      action.get().pick(new Arguments(arguments));
      return Optional.of(new Shortcut(verb, action.get()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
