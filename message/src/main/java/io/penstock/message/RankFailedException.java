package io.penstock.message;

/// A rank of the job is gone: it died, was killed, fell silent or broke the protocol. The job
/// cannot go on: every later operation at every rank ends like this.
public final class RankFailedException extends MessageException {
  private static final long serialVersionUID = 1;

  private final int rank;

  /// @param rank the world rank that failed
  /// @param message one line: which rank, how it was noticed
  public RankFailedException(int rank, String message) {
    super(message);
    this.rank = rank;
  }

  /// @param rank the world rank that failed
  /// @param message one line: which rank, how it was noticed
  /// @param cause what it failed with
  public RankFailedException(int rank, String message, Throwable cause) {
    super(message, cause);
    this.rank = rank;
  }

  /// The world rank that failed.
  public int rank() {
    return rank;
  }
}
