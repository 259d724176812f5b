package io.penstock.message.launch;

import java.io.IOException;

/// One side of a handshake turned the other down for good: to call again would not help.
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param message what is the matter, one line
  public RefusedException(String message) {
    super(message);
  }
}
