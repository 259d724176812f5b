package io.penstock.cli;

import java.io.IOException;
import java.io.Serial;

/// Results could not be written to standard output.
final class OutputLostException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean readerLeft;

  /// @param readerLeft whether the other end of the pipe was closed, as `head` does when it has
  ///   seen enough
  OutputLostException(IOException cause, boolean readerLeft) {
    super(cause.getMessage(), cause);
    this.readerLeft = readerLeft;
  }

  boolean readerLeft() {
    return readerLeft;
  }
}
