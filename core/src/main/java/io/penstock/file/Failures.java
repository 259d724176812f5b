package io.penstock.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The first failure of several steps that are all taken, the others suppressed in it.
final class Failures {
  /// A step that may fail.
  interface Step {
    void take() throws IOException;
  }

  private @Nullable Throwable first;

  void of(Step step) {
    try {
      step.take();
    } catch (IOException | RuntimeException | Error e) {
      add(e);
    }
  }

  /// A failure that was caught.
  void add(Throwable failure) {
    if (first == null) {
      first = failure;
    } else if (!first.equals(failure)) {
      first.addSuppressed(failure);
    }
  }

  boolean any() {
    return first != null;
  }

  void rethrow() throws IOException {
    if (first != null) { // apart from the switch, which loads classes
      switch (first) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(first);
      }
    }
  }

  /// Takes a step after a failure, which is thrown on.
  static void suppress(Throwable first, Step step) {
    Failures failures = new Failures();
    failures.add(first);
    failures.of(step);
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
