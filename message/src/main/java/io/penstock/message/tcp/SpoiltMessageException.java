package io.penstock.message.tcp;

import java.io.IOException;

/// Signals that the memory of a message cannot be read any more while it is sent.
final class SpoiltMessageException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param cause why, such as that its arena was closed
  SpoiltMessageException(RuntimeException cause) {
    super("the memory of a message cannot be read while it is sent: " + cause.getMessage(), cause);
  }
}
