package io.penstock.message.launch;

import java.io.IOException;

/// A connection broke whose caller had named the job: most likely a process of the job that ended,
/// whose exit status says why.
final class DepartedException extends IOException {
  private static final long serialVersionUID = 1;

  DepartedException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
