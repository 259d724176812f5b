package io.penstock.cli;

import java.io.Serial;

/// A request that cannot be met, for a reason that the user can act on.
sealed class Failure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /// @param subject what it is about, mostly a file
  /// @param reason what is wrong with it
  /// @param remedy what to do about it
  Failure(String subject, String reason, String remedy) {
    super(Escapes.of(subject) + ": " + reason + "; " + remedy);
  }

  private Failure(String reason, String remedy) {
    super(reason + "; " + remedy);
  }

  /// Arguments that are wrong whatever the files are.
  static final class OfArguments extends Failure {
    @Serial private static final long serialVersionUID = 1;

    /// See [Failure#Failure].
    OfArguments(String subject, String reason, String remedy) {
      super(subject, reason, remedy);
    }

    /// The same for what has its subject in the reason.
    OfArguments(String reason, String remedy) {
      super(reason, remedy);
    }
  }
}
