package io.penstock.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a command line, run in this process, came to.
record CommandRun(int status, String results, String diagnostics) {
  static CommandRun of(String... arguments) {
    StringWriter results = new StringWriter();
    StringWriter diagnostics = new StringWriter();
    int status = Main.run(new PrintWriter(results), new PrintWriter(diagnostics), arguments);
    return new CommandRun(status, results.toString(), diagnostics.toString());
  }
}
