package io.penstock.file;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The first failure of several steps that are all taken, the others suppressed in it.
final class Failures {
  private @Nullable Throwable first;

  void of(Durability.Change step) {
    try {
      step.make();
    } catch (IOException | RuntimeException | Error e) {
      add(e);
    }
  }

  /// A failure that was caught.
  void add(Throwable failure) {
    if (first == null) {
      first = failure;
    } else {
      suppress(first, failure);
    }
  }

  private static void suppress(Throwable earlier, Throwable later) {
    if (!earlier.equals(later)) {
      earlier.addSuppressed(later);
    }
  }

  /// Closes a file that is of no use after a failure.
  ///
  /// @return the failure, with that to close the file suppressed in it
  static <E extends Throwable> E closing(Closeable file, E failure) {
    try {
      file.close();
    } catch (IOException | RuntimeException e) {
      suppress(failure, e);
    }
    return failure;
  }

  boolean any() {
    return first != null;
  }

  void rethrow() throws IOException {
    Throwable failure = first;
    if (failure != null) {
      switch (failure) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }
  }

  /// What failed in another thread, as it was thrown there.
  static IOException asIOException(Throwable wrapper) {
    return switch (wrapper.getCause()) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> new IOException(wrapper);
    };
  }
}
