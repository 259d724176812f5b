package io.penstock.collective;

import java.io.IOException;

/// An operation of all ranks failed at one of them, and therefore at all. The message is the same
/// at all: the rank, and what happened there. At that rank the cause is what was thrown there.
public final class SharedFileException extends IOException {
  private static final long serialVersionUID = 1;

  private final int rank;

  /// @param rank where it happened
  /// @param message one line
  SharedFileException(int rank, String message) {
    super(message);
    this.rank = rank;
  }

  /// The lowest rank where it failed.
  public int rank() {
    return rank;
  }
}
