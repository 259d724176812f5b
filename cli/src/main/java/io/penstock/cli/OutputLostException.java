package io.penstock.cli;

import java.io.IOException;
import java.io.Serial;

/// Results could not be written to standard output.
final class OutputLostException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  OutputLostException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /// Whether the other end of the pipe was closed, as `head` does when it has seen enough.
  boolean readerLeft() {
    String message = getMessage();
    return message != null && message.contains("pipe");
  }
}
