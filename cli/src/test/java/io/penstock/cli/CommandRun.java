package io.penstock.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/// What a command line, run in this process, came to.
record CommandRun(int status, String results, String diagnostics) {
  static CommandRun of(String... arguments) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    StringWriter diagnostics = new StringWriter();
    int status =
        Main.run(
            new Results(results, StandardCharsets.UTF_8), new PrintWriter(diagnostics), arguments);
    return new CommandRun(status, results.toString(StandardCharsets.UTF_8), diagnostics.toString());
  }
}
