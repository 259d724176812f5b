package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/// Several failures, of which the first is told and the others are kept.
class FailuresTest {
  private static Durability.Change failing(Throwable with) {
    return () -> {
      switch (with) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(with);
      }
    };
  }

  @Test
  void theFirstIsThrownAndTheOthersAreSuppressedInIt() {
    Failures failures = new Failures();
    assertThat(failures.any()).isFalse();
    assertThatCode(failures::rethrow).doesNotThrowAnyException();
    IOException first = new IOException("first");
    RuntimeException second = new IllegalStateException("second");
    Error third = new OutOfMemoryError("third");
    failures.of(failing(first));
    failures.of(failing(second));
    failures.of(failing(first));
    failures.of(failing(third));
    failures.of(() -> {});
    assertThat(failures.any()).isTrue();
    assertThatIOException().isThrownBy(failures::rethrow).isSameAs(first);
    assertThat(first.getSuppressed()).containsExactly(second, third);
  }

  @Test
  void eachKindIsThrownAsItIs() {
    for (Throwable thrown :
        new Throwable[] {new IllegalStateException(), new StackOverflowError()}) {
      Failures failures = new Failures();
      failures.add(thrown);
      assertThatExceptionOfType(thrown.getClass()).isThrownBy(failures::rethrow).isSameAs(thrown);
    }
  }

  @Test
  void whatFailsToCloseIsSuppressedInTheFailure() {
    IOException failure = new IOException("first");
    IOException later = new IOException("cannot be closed");
    assertThat(
            Failures.closing(
                () -> {
                  throw later;
                },
                failure))
        .isSameAs(failure);
    assertThat(failure.getSuppressed()).containsExactly(later);
    Failures closed = new Failures();
    assertThat(Failures.closing(() -> closed.add(later), failure)).isSameAs(failure);
    assertThat(closed.any()).isTrue();
  }

  @Test
  void whatFailedInAnotherThreadIsThrownAsItWasThere() {
    IOException told = new IOException("told");
    assertThat(Failures.asIOException(new ExecutionException(told))).isSameAs(told);
    for (Throwable thrown :
        new Throwable[] {new IllegalStateException(), new StackOverflowError()}) {
      assertThatExceptionOfType(thrown.getClass())
          .isThrownBy(() -> Failures.asIOException(new ExecutionException(thrown)))
          .isSameAs(thrown);
    }
    Exception checked = new ExecutionException(new InterruptedException());
    assertThat(Failures.asIOException(checked)).hasCause(checked);
  }
}
