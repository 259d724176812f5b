package io.penstock.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a command line, run in this process, came to.
record CommandRun(int status, String results, String diagnostics) {
  static CommandRun of(String... arguments) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    CommandRun run = to(results, arguments);
    return new CommandRun(
        run.status(), results.toString(StandardCharsets.UTF_8), run.diagnostics());
  }

  /// With its standard output in a file.
  static CommandRun to(Path file, String... arguments) throws IOException {
    try (OutputStream results = Files.newOutputStream(file)) {
      return to(results, arguments);
    }
  }

  private static CommandRun to(OutputStream results, String... arguments) {
    StringWriter diagnostics = new StringWriter();
    int status =
        Main.run(
            new Results(results, StandardCharsets.UTF_8), new PrintWriter(diagnostics), arguments);
    return new CommandRun(status, "", diagnostics.toString());
  }
}
