package io.penstock.message.match;

/// Signals bytes from another rank that violate the protocol.
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ProtocolException(String message) {
    super(message);
  }
}
