package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EndpointTest {
  @AfterEach
  void calm() {
    assertThat(Thread.interrupted()).as("left by the last test").isFalse();
  }

  @Test
  void aThreadThatIsInterruptedSleepsAllTheSame() {
    Alone endpoint = new Alone();
    Thread.currentThread().interrupt();
    endpoint.await((Condition) () -> endpoint.sleeps == 3);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(endpoint.couldNotSleep).isZero();
  }

  /// Is interrupted in each of its sleeps.
  private static final class Alone extends Endpoint {
    private int sleeps;
    private int couldNotSleep;

    Alone() {
      super(0, 1, 0, BufferPool.shared(), IdleStrategy.yielding(1));
    }

    @Override
    protected void sleep(Condition condition, long nanos) {
      couldNotSleep += Thread.currentThread().isInterrupted() ? 1 : 0;
      sleeps++;
      Thread.currentThread().interrupt();
    }

    @Override
    protected void transmit(Transfer send) {}

    @Override
    protected void request(Arrival arrival, Transfer receive) {}

    @Override
    protected void refuse(Arrival arrival) {}

    @Override
    public void close() {}
  }
}
