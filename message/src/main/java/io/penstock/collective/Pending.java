package io.penstock.collective;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// A nonblocking operation on a shared file that was started.
///
/// Until it is done the memory belongs to it: the program must neither change elements that it
/// writes nor read those that it fills. Safe for any thread. The program has to call [#await]:
/// writes fail too.
public final class Pending {
  private final Future<?> outcome;

  Pending(Future<?> outcome) {
    this.outcome = outcome;
  }

  /// Whether [#await] would not have to wait.
  public boolean isDone() {
    return outcome.isDone();
  }

  /// Waits until it is done; an interrupt does not end the waiting and stays set. Later calls have
  /// the same outcome.
  ///
  /// @throws IOException as the operation does that was started
  public void await() throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          outcome.get();
          return;
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw asIOException(e);
        } catch (CancellationException e) {
          throw new IOException("the operation was cancelled", e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException asIOException(ExecutionException e) {
    return switch (e.getCause()) {
      case IOException io -> io;
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      case null, default -> new IOException(e);
    };
  }
}
