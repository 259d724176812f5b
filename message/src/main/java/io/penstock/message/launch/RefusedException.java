package io.penstock.message.launch;

import java.io.IOException;

/// Signals that one side of a handshake refused the other for good: calling again would not help.
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param message the reason, one line
  public RefusedException(String message) {
    super(message);
  }
}
