package io.penstock.message.launch;

/// Signals that a program cannot be started as requested.
public final class LaunchException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param subject the thing that is wrong
  /// @param reason its fault, as a predicate
  /// @param remedy the action that helps, as an imperative
  public LaunchException(String subject, String reason, String remedy) {
    super(subject + ": " + reason + "; " + remedy);
  }
}
