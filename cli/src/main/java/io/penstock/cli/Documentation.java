package io.penstock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/// The files that belong beside an installed command: a manual page of each verb, and the
/// completion for bash and zsh. An installation has them written; no verb does so.
///
/// They have no date, and the version is the module's: the same command writes the same bytes.
public final class Documentation {
  private static final String NAME = "penstock";

  private Documentation() {}

  /// Writes `share/man/man1/penstock*.1` and `share/bash-completion/completions/penstock`, and
  /// replaces what is there.
  ///
  /// @param arguments the folder of the installation, such as `/usr/local`
  public static void main(String[] arguments) {
    PrintWriter diagnostics = new PrintWriter(System.err, true, System.err.charset());
    System.exit(run(diagnostics, arguments));
  }

  /// Runs one command line in this process.
  ///
  /// @return the exit status
  static int run(PrintWriter diagnostics, String... arguments) {
    try {
      if (arguments.length != 1) {
        throw CommandFailure.ofArguments(
            arguments.length + " arguments", "name the folder of the installation alone");
      }
      write(TextSource.path(arguments[0]));
      return ExitCode.OK;
    } catch (IOException | RuntimeException e) {
      return Complaints.about(e, diagnostics);
    }
  }

  private static void write(Path prefix) throws IOException {
    Path manuals = Files.createDirectories(prefix.resolve("share/man/man1"));
    for (CommandLine command : ManPage.withPages(commandLine())) {
      ManPage page = new ManPage(command);
      Files.writeString(manuals.resolve(page.fileName()), page.text());
    }
    Path completions = Files.createDirectories(prefix.resolve("share/bash-completion/completions"));
    Files.writeString(completions.resolve(NAME), Candidates.completion(NAME, commandLine()));
  }

  private static CommandLine commandLine() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Grammar.commandLine(nowhere, nowhere);
  }
}
