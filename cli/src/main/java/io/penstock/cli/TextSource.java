package io.penstock.cli;

import io.penstock.text.Lines;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// A text that a command line names.
///
/// @param name as it was given
/// @param path empty for standard input
record TextSource(String name, Optional<Path> path) {
  private static final String STANDARD_INPUT = "-";

  /// What an argument names: a file, or standard input by `-`.
  static TextSource of(String argument) {
    return argument.equals(STANDARD_INPUT)
        ? standardInput()
        : new TextSource(argument, Optional.of(path(argument)));
  }

  static TextSource standardInput() {
    return new TextSource(STANDARD_INPUT, Optional.empty());
  }

  private static Path path(String argument) {
    try {
      return Path.of(argument);
    } catch (InvalidPathException e) {
      throw new Failure(argument, "is no path: " + e.getReason(), "check its spelling");
    }
  }

  // Not System.in, whose buffer would be one more copy.
  Lines lines() {
    return path.map(Lines::of).orElseGet(() -> Lines.of(new FileInputStream(FileDescriptor.in)));
  }
}
