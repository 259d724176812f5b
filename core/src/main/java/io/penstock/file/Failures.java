package io.penstock.file;

import java.io.IOException;
import java.util.Optional;

/// The first failure of several steps that are all taken, the others suppressed in it.
final class Failures {
  private Optional<Throwable> first = Optional.empty();

  void of(Durability.Change step) {
    try {
      step.make();
    } catch (IOException | RuntimeException | Error e) {
      add(e);
    }
  }

  /// A failure that was caught.
  void add(Throwable failure) {
    if (first.isPresent()) {
      suppress(first.get(), failure);
    } else {
      first = Optional.of(failure);
    }
  }

  private static void suppress(Throwable earlier, Throwable later) {
    if (!earlier.equals(later)) {
      earlier.addSuppressed(later);
    }
  }

  boolean any() {
    return first.isPresent();
  }

  void rethrow() throws IOException {
    if (first.isPresent()) {
      switch (first.get()) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(first.get());
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
