package io.penstock.message.match;

/// What came from another rank is not what the protocol allows.
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ProtocolException(String message) {
    super(message);
  }
}
