package io.penstock.message;

/// Signals bytes that are no message: truncated, forged, of an unknown version, or longer than the
/// receiver allows. Nothing of them was handed over.
public final class MalformedMessageException extends MessageException {
  private static final long serialVersionUID = 1;

  /// @param message what is wrong, at which byte of the message
  public MalformedMessageException(String message) {
    super(message);
  }
}
