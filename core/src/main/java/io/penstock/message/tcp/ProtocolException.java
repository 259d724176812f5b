package io.penstock.message.tcp;

/// What came from another rank is not what the protocol allows.
final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ProtocolException(String message) {
    super(message);
  }
}
