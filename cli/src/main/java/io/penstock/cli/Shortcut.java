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
      Optional<Action> action = verb.get().action();
      return action.isEmpty() ? Optional.empty() : of(words[0], action.get(), words, 1);
    }
    if (words.length == 1) {
      return Optional.empty();
    }
    Optional<Action> action = ArrayVerb.action(words[1]);
    return action.isEmpty() ? Optional.empty() : of("array " + words[1], action.get(), words, 2);
  }

  private static Optional<Shortcut> of(String verb, Action action, String[] words, int from) {
    List<String> arguments = Arrays.asList(words).subList(from, words.length);
    try {
      action.pick(new Arguments(arguments));
      return Optional.of(new Shortcut(verb, action));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
