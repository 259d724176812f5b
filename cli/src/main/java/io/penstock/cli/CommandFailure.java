package io.penstock.cli;

import java.io.Serial;
import picocli.CommandLine.ExitCode;

/// A request that cannot be met, for a reason that the user can act on.
final class CommandFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int status;

  /// @param subject what it is about, mostly a file
  /// @param reason what is wrong with it
  /// @param remedy what to do about it
  CommandFailure(String subject, String reason, String remedy) {
    this(ExitCode.SOFTWARE, Escapes.of(subject) + ": " + reason + "; " + remedy);
  }

  private CommandFailure(int status, String message) {
    super(message);
    this.status = status;
  }

  /// A failure because of arguments that are wrong whatever the files are.
  static CommandFailure ofArguments(String subject, String reason, String remedy) {
    return ofArguments(Escapes.of(subject) + ": " + reason, remedy);
  }

  /// The same with the subject in the reason.
  static CommandFailure ofArguments(String reason, String remedy) {
    return new CommandFailure(ExitCode.USAGE, reason + "; " + remedy);
  }

  /// The exit status of the command.
  int status() {
    return status;
  }
}
