package io.penstock.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The `penstock` command.
@Command(name = "penstock")
public final class Main {
  private Main() {}

  /// Runs the verb named by `arguments` and exits with its status.
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }
}
