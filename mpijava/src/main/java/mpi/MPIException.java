package mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The failure of a call of this package. The message says what failed, and the cause is the
/// exception of Penstock where there is one.
public class MPIException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// A failure without a description.
  public MPIException() {}

  /// @param message one line: what, where, why, what to do
  public MPIException(String message) {
    super(message);
  }

  /// @param cause what failed beneath; its message becomes this one's
  public MPIException(Throwable cause) {
    super(cause.getMessage(), cause);
  }

  MPIException(String message, Throwable cause) {
    super(message, cause);
  }

  /// The same failure as an exception of this package.
  static MPIException of(RuntimeException failure) {
    return failure instanceof MPIException own ? own : new MPIException(failure);
  }

  /// What `call` returns, its failures as exceptions of this package.
  static <T extends @Nullable Object> T telling(Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw of(e);
    }
  }

  /// Runs `action`, its failures as exceptions of this package.
  static void telling(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      throw of(e);
    }
  }
}
