package io.penstock.message.tcp;

import java.io.IOException;

/// The memory of a message that is being sent cannot be read any more.
final class SpoiltMessageException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param cause why, such as that its arena was closed
  SpoiltMessageException(RuntimeException cause) {
    super("the memory of a message cannot be read while it is sent: " + cause.getMessage(), cause);
  }
}
