package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FirstFailureTest {
  private static FirstFailure.Step failing(Throwable e) {
    return () -> {
      switch (e) {
        case IOException io -> throw io;
        case RuntimeException unchecked -> throw unchecked;
        default -> throw (Error) e;
      }
    };
  }

  static Throwable[] failures() {
    return new Throwable[] {
      new IOException("no room"), new IllegalStateException("closed"), new AssertionError("wrong")
    };
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theFirstFailureIsThrownWithTheLaterOnesInIt(Throwable first) {
    FirstFailure failure = FirstFailure.of(failing(first));
    assertThat(failure.failed()).isTrue();
    assertThat(failure.failure()).isSameAs(first);
    IOException later = new IOException("later");
    failure.attempt(failing(later));
    failure.attempt(failing(first)); // which nothing may be suppressed in itself
    assertThatThrownBy(failure::rethrow).isSameAs(first).hasSuppressedException(later);
    assertThat(first.getSuppressed()).hasSize(1);
  }

  @Test
  void nothingIsThrownWhereNoStepHasFailed() {
    FirstFailure none = FirstFailure.of(() -> {});
    assertThat(none.failed()).isFalse();
    assertThat(none.failure()).isNull();
    assertThatCode(none::rethrow).doesNotThrowAnyException();
    IOException other = new IOException("other");
    none.suppressIn(other);
    assertThat(other.getSuppressed()).isEmpty();
  }

  @Test
  void aStepsResultIsReturnedUnlessItFails() {
    FirstFailure failure = new FirstFailure();
    assertThat(failure.get(() -> "found")).isEqualTo("found");
    assertThat(failure.failed()).isFalse();
    IOException first = new IOException("first");
    String none =
        failure.get(
            () -> {
              throw first;
            });
    assertThat(none).isNull();
    assertThat(failure.failure()).isSameAs(first);
  }

  @Test
  void aFailureIsHandedOnToTheOneThatIsThrown() {
    IOException first = new IOException("first");
    IOException thrown = new IOException("thrown");
    FirstFailure.of(failing(first)).suppressIn(thrown);
    assertThat(thrown).hasSuppressedException(first);
  }
}
