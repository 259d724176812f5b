package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Programs of the system that take a file, named behind their words, each as a whole process from
/// its start to its end.
final class Programs {
  private Programs() {}

  /// A program that makes the other file, which it is named too.
  ///
  /// @throws AbsentException if it is not installed
  static FileCopies.Copy copying(String... words) throws AbsentException {
    Commands.require(words[0]);
    return (from, to) -> {
      String _ = Commands.output(command(words, from, to));
    };
  }

  /// A program whose output goes to the other file.
  ///
  /// @throws AbsentException if it is not installed
  static FileCopies.Copy filtering(String... words) throws AbsentException {
    Commands.require(words[0]);
    return (from, to) ->
        Commands.end(
            words[0], builder(words, from).redirectOutput(Redirect.to(to.toFile())).start());
  }

  /// A program, with the output to a pipe.
  static ProcessBuilder builder(String[] words, Path from) {
    return new ProcessBuilder(command(words, from)).redirectError(Redirect.INHERIT);
  }

  /// The words of a program and the files behind them.
  static List<String> command(String[] words, Path... files) {
    return Stream.concat(Stream.of(words), Stream.of(files).map(Path::toString)).toList();
  }
}
