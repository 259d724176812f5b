package io.penstock.cli;

import io.penstock.cli.tool.StandardInput;
import io.penstock.text.Lines;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A text that a command line names.
///
/// @param name as it was given
/// @param file null for standard input
record TextSource(String name, @Nullable Path file) {
  private static final String STANDARD_INPUT = "-";

  /// The source that an argument names: a file, or standard input as `-`.
  static TextSource of(String argument) {
    return argument.equals(STANDARD_INPUT)
        ? standardInput()
        : new TextSource(argument, path(argument));
  }

  static TextSource standardInput() {
    return new TextSource(STANDARD_INPUT, null);
  }

  /// Its path; empty for standard input.
  Optional<Path> path() {
    return Optional.ofNullable(file);
  }

  /// The path that an operand names; `-` is one as well.
  ///
  /// @throws CommandFailure if it names none
  static Path path(String argument) {
    try {
      return parsePath(argument);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.ofArguments(
          String.valueOf(e.getMessage()), "name a file or a folder; the current one is .");
    }
  }

  /// The path that a word names. The empty word names none: Java takes it for the current folder,
  /// so that a variable of a shell that is not set would have that folder copied or listed.
  ///
  /// @throws IllegalArgumentException if it names none
  static Path parsePath(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("'' is no path: it is empty");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + text + "' is no path: " + e.getReason(), e);
    }
  }

  /// Opens it as bytes, whose errors name it.
  InputStream open() throws IOException {
    return file != null
        ? named(file.toString(), Files.newInputStream(file))
        : named("standard input", StandardInput.open());
  }

  /// Names the file where reading it fails, which the system does not.
  private static InputStream named(String name, InputStream from) {
    return new FilterInputStream(from) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int at, int count) throws IOException {
        try {
          return in.read(target, at, count);
        } catch (FileSystemException e) {
          throw e;
        } catch (IOException e) {
          throw new IOException(name + ": cannot be read: " + e.getMessage(), e);
        }
      }
    };
  }

  /// Its lines.
  ///
  /// @throws IOException if it is standard input, and that is closed
  Lines lines() throws IOException {
    return file != null ? Lines.of(file) : Lines.of(StandardInput.open());
  }
}
