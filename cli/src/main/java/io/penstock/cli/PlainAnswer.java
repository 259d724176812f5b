package io.penstock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/// The answers to `--help` and `--version`, which need no grammar: picocli would look at all verbs
/// to make the first one.
enum PlainAnswer {
  HELP,
  VERSION;

  /// The one that a command line asks for; empty where it asks for something else.
  static Optional<PlainAnswer> of(String... arguments) {
    if (arguments.length != 1) {
      return Optional.empty();
    }
    return switch (arguments[0]) {
      case "--help", "-h" -> Optional.of(HELP);
      case "--version", "-V" -> Optional.of(VERSION);
      default -> Optional.empty();
    };
  }

  /// Prints it.
  ///
  /// @return the exit status
  int run(Results results) {
    if (this == HELP) {
      results.print(help(Colors.wanted()));
    } else {
      results.println(Version.line());
    }
    return 0;
  }

  /// What picocli prints, with and without the codes of a terminal.
  static String help(boolean coloured) {
    String name = coloured ? "help-coloured.txt" : "help.txt";
    try (InputStream text = PlainAnswer.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
