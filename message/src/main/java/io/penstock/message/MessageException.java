package io.penstock.message;

/// A message could not be sent, received or read. The message says which, between which ranks, and
/// why.
public class MessageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message one line: what, where, why, what to do
  public MessageException(String message) {
    super(message);
  }

  /// @param message one line: what, where, why, what to do
  /// @param cause what failed beneath
  public MessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
