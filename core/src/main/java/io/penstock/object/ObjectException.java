package io.penstock.object;

import java.io.IOException;

/// An object could not be written, or bytes that claim to be one were refused. The message names
/// the class or the limit, and on reading the byte of the object.
public final class ObjectException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param message one line: what, where, why
  public ObjectException(String message) {
    super(message);
  }

  /// @param message one line: what, where, why
  /// @param cause what failed beneath
  public ObjectException(String message, Throwable cause) {
    super(message, cause);
  }
}
