package io.penstock.message.match;

import io.penstock.message.MessageException;
import io.penstock.message.RankFailedException;
import java.util.Locale;
import java.util.function.Supplier;

/// The reason why an endpoint can do nothing more; [#NONE] as long as it can.
public final class JobFailure {
  /// No failure.
  public static final JobFailure NONE =
      new JobFailure(() -> new IllegalStateException("no failure"));

  /// The program closed its communicator.
  public static final JobFailure CLOSED =
      new JobFailure(() -> new IllegalStateException("the communicator of the world was closed"));

  private final Supplier<RuntimeException> exception;

  private JobFailure(Supplier<RuntimeException> exception) {
    this.exception = exception;
  }

  /// A rank of the job is gone.
  ///
  /// @param how the observed failure, beginning with the rank
  public static JobFailure ofRank(int rank, String how) {
    return new JobFailure(() -> new RankFailedException(rank, how));
  }

  /// A rank of the job is gone.
  ///
  /// @param how the observed failure, beginning with the rank
  public static JobFailure ofRank(int rank, String how, Throwable cause) {
    return new JobFailure(() -> new RankFailedException(rank, how, cause));
  }

  /// This rank itself cannot go on.
  public static JobFailure of(String what, Throwable cause) {
    return new JobFailure(() -> new MessageException(what, cause));
  }

  /// Throws the failure, with the caller's own stack; does nothing if there is none.
  public void check() {
    if (this != NONE) {
      throw exception();
    }
  }

  /// Throws the failure of the receiving rank to one that sends to it; does nothing if there is
  /// none.
  void checkAsSender(int rank) {
    if (this != NONE) {
      throw exceptionForSender(rank);
    }
  }

  /// The failure of the receiving rank, for one that sends to it.
  RuntimeException exceptionForSender(int rank) {
    return this == CLOSED
        ? new MessageException(
            String.format(Locale.ROOT, "rank %d has left the job and receives nothing", rank))
        : exception();
  }

  RuntimeException exception() {
    return exception.get();
  }
}
