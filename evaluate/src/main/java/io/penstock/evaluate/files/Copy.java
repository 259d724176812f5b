package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/// A copy of a file or of a tree, as it is or in another form.
@FunctionalInterface
interface Copy {
  /// Makes it.
  ///
  /// @throws Exception if it fails
  void make(Path from, Path to) throws Exception;

  /// A copy by a program of the system, which is named both files behind its words: a whole process
  /// from its start to its end.
  ///
  /// @throws AbsentException if it is not installed
  static Copy by(String... words) throws AbsentException {
    Commands.require(words[0]);
    return (from, to) -> {
      String _ = Commands.output(Commands.withFiles(List.of(words), from, to));
    };
  }

  /// The same by a program that is named one file and whose output goes to the other.
  ///
  /// @throws AbsentException if it is not installed
  static Copy byOutputOf(String... words) throws AbsentException {
    Commands.require(words[0]);
    return (from, to) ->
        Commands.end(
            words[0],
            new ProcessBuilder(Commands.withFiles(List.of(words), from))
                .redirectError(Redirect.INHERIT)
                .redirectOutput(Redirect.to(to.toFile()))
                .start());
  }
}
