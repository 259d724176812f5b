package io.penstock.collective;

import java.io.IOException;

/// The failure of a collective operation at one rank, and therefore at all. The message is the same
/// at all: the rank, and what happened there. At that rank the cause is the original exception.
public final class SharedFileException extends IOException {
  private static final long serialVersionUID = 1;

  private final int rank;

  /// @param rank the lowest where the operation failed
  /// @param message one line
  SharedFileException(int rank, String message) {
    super(message);
    this.rank = rank;
  }

  /// The lowest rank where the operation failed.
  public int rank() {
    return rank;
  }
}
