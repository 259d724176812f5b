package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;

/// What every rank has to be told: in one line.
final class SharedFailures {
  private SharedFailures() {}

  static <T extends Throwable> ThrowableAssertAlternative<T> ofType(
      Class<T> type, ThrowingCallable operation) {
    return assertThatExceptionOfType(type).isThrownBy(operation).withMessageNotContaining("\n");
  }
}
