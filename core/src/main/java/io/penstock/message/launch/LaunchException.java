package io.penstock.message.launch;

/// A program cannot be started as it was asked for.
public final class LaunchException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param subject what it is about
  /// @param reason what is wrong with it
  /// @param remedy what to do about it
  public LaunchException(String subject, String reason, String remedy) {
    super(subject + ": " + reason + "; " + remedy);
  }
}
