package io.penstock.memory;

/// Thrown when a pool cannot give memory: its limit is reached, or the system has no more. Nothing
/// was taken; when others have given memory back the same call may succeed.
public final class PoolExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message how much was asked for, how much is in use, and which limit stands against it
  public PoolExhaustedException(String message) {
    super(message);
  }

  /// @param message how much was asked for and how much is in use
  /// @param cause what the system said
  public PoolExhaustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
