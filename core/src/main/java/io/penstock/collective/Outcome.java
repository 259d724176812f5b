package io.penstock.collective;

import java.io.IOException;
import java.util.Optional;

/// The result of several steps at one rank: the first failure, the others suppressed in it. A rank
/// that has failed goes on taking part in what the others wait for.
final class Outcome {
  /// A step that may fail.
  interface Step {
    void take() throws IOException;
  }

  private Optional<Throwable> failure = Optional.empty();

  static Outcome of(Step step) {
    Outcome outcome = new Outcome();
    outcome.add(step);
    return outcome;
  }

  void add(Step step) {
    try {
      step.take();
    } catch (IOException | RuntimeException | Error e) {
      add(e);
    }
  }

  private void add(Throwable later) {
    if (failure.isEmpty()) {
      failure = Optional.of(later);
    } else if (!failure.get().equals(later)) {
      failure.get().addSuppressed(later);
    }
  }

  boolean failed() {
    return failure.isPresent();
  }

  Optional<Throwable> failure() {
    return failure;
  }

  void rethrow() throws IOException {
    if (failure.isPresent()) {
      switch (failure.get()) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure.get());
      }
    }
  }
}
