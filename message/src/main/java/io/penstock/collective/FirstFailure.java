package io.penstock.collective;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// The first failure of several steps at one rank, the later ones suppressed in it. A rank that has
/// failed still takes part in what the others wait for.
final class FirstFailure {
  /// A step that may fail.
  interface Step {
    void run() throws IOException;
  }

  private @Nullable Throwable failure;

  static FirstFailure of(Step step) {
    FirstFailure failure = new FirstFailure();
    failure.attempt(step);
    return failure;
  }

  void attempt(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      add(e);
    }
  }

  /// The result of a step; null if it failed.
  <T> @Nullable T get(Callable<T> step) {
    try {
      return step.call();
    } catch (Exception | Error e) {
      add(e);
      return null;
    }
  }

  private void add(Throwable later) {
    if (failure == null) {
      failure = later;
    } else if (!failure.equals(later)) {
      failure.addSuppressed(later);
    }
  }

  boolean failed() {
    return failure != null;
  }

  /// The first failure; null if no step has failed.
  @Nullable Throwable failure() {
    return failure;
  }

  /// Hands the failure on to an exception that is thrown in its place.
  void suppressIn(Throwable thrown) {
    if (failure != null) {
      thrown.addSuppressed(failure);
    }
  }

  void rethrow() throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(failure);
    }
  }
}
