package io.penstock.message.tcp;

import java.io.IOException;

/// Signals that the memory of a message cannot be accessed any more while it is sent or received.
final class SpoiltMessageException extends IOException {
  private static final long serialVersionUID = 1;

  /// What the system says of memory for which it has no page: EFAULT.
  private static final String FAULT = "Bad address";

  /// @param cause why, such as that its arena was closed, or that a mapped file has become shorter
  SpoiltMessageException(Throwable cause) {
    super("the memory of a message cannot be read while it is sent: " + cause.getMessage(), cause);
  }

  /// Whether a read or write has failed not for the connection's sake, but for the memory's.
  static boolean isCauseOf(IOException e) {
    return FAULT.equals(e.getMessage());
  }
}
