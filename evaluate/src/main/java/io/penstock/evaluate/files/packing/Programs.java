package io.penstock.evaluate.files.packing;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Programs of the system that take a file, named behind their words, and give another one on
/// standard output.
final class Programs {
  private Programs() {}

  /// With the note that its figures are those of a whole process.
  static Entry whole(Entry entry) {
    return entry.note("a whole process, with its start");
  }

  /// A program whose output goes to the other file.
  ///
  /// @throws AbsentException if it is not installed
  static Conversions.Making way(String... words) throws AbsentException {
    Commands.require(words[0]);
    return (from, to) ->
        Commands.end(
            words[0], builder(words, from).redirectOutput(Redirect.to(to.toFile())).start());
  }

  /// A taker of the output of a program.
  @FunctionalInterface
  interface Taker {
    /// Takes all of it.
    ///
    /// @throws IOException if it cannot be read
    void take(InputStream output) throws IOException;
  }

  /// Runs a program, of which somebody takes the output by a pipe.
  ///
  /// @throws IOException if it fails
  static void pipe(Taker taker, Path from, String... words)
      throws IOException, InterruptedException {
    Process process = builder(words, from).start();
    try (InputStream output = process.getInputStream()) {
      taker.take(output);
    }
    Commands.end(words[0], process);
  }

  private static ProcessBuilder builder(String[] words, Path from) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.add(from.toString());
    return new ProcessBuilder(all).redirectError(Redirect.INHERIT);
  }
}
