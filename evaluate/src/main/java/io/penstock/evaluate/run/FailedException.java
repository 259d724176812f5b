package io.penstock.evaluate.run;

/// A contestant failed, died, fell silent or answered with something else than the protocol's
/// words; the message says so in one line.
final class FailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  /// @param reason what happened, in one line
  FailedException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /// What the message says.
  String reason() {
    return reason;
  }
}
