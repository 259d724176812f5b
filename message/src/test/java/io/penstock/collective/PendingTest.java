package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class PendingTest {
  private static Pending failed(Throwable cause) {
    return new Pending(CompletableFuture.failedFuture(cause));
  }

  static Throwable[] failures() {
    return new Throwable[] {
      new IOException("no room"), new IllegalStateException("closed"), new AssertionError("wrong")
    };
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatTheOperationThrewIsThrownAsOftenAsItIsAskedFor(Throwable cause) {
    Pending pending = failed(cause);
    assertThat(pending.isDone()).isTrue();
    assertThatThrownBy(pending::await).isSameAs(cause);
    assertThatThrownBy(pending::await).isSameAs(cause);
  }

  @Test
  void anExceptionThatNoOperationDeclaresIsTheCauseOfOne() {
    Exception cause = new ReflectiveOperationException("strange");
    assertThatThrownBy(failed(cause)::await).isInstanceOf(IOException.class).hasRootCause(cause);
  }

  @Test
  void aCancelledOperationHasFailed() {
    CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    assertThat(outcome.cancel(true)).isTrue();
    assertThatThrownBy(new Pending(outcome)::await)
        .isInstanceOf(IOException.class)
        .hasMessage("the operation was cancelled");
  }

  @Test
  void anInterruptDoesNotEndTheWaitingAndStaysSet() throws Exception {
    CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    Pending pending = new Pending(outcome);
    assertThat(pending.isDone()).isFalse();
    Thread waiting = Thread.currentThread();
    waiting.interrupt();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (waiting.isInterrupted()) { // until the waiting has met it
                    Thread.onSpinWait();
                  }
                  outcome.complete(true);
                });
    pending.await();
    assertThat(Thread.interrupted()).isTrue();
    other.join();
    assertThat(pending.isDone()).isTrue();
  }
}
