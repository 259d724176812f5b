package io.penstock.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `penstock` command.
@Command(
    name = "penstock",
    mixinStandardHelpOptions = true,
    description = "Moves typed data between arrays, files and processes.")
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no verb given");
  }

  /// Runs the verb named by `arguments` and exits with its status.
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }
}
