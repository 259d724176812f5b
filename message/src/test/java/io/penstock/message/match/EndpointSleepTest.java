package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageKind;
import java.nio.ByteOrder;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The sleep of the threads that wait at an endpoint, and what wakes them.
@Timeout(60)
class EndpointSleepTest extends EndpointFixture {
  @Test
  void aThreadThatIsInterruptedSleepsAllTheSame() {
    Alone endpoint = new Alone();
    Thread.currentThread().interrupt();
    endpoint.await((Condition) () -> endpoint.sleeps == 3);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(endpoint.couldNotSleep).isZero();
  }

  @Test
  void anInterruptIsKeptForAfterTheSleep() {
    AtomicInteger sleeps = new AtomicInteger();
    Neighbour endpoint =
        new Neighbour(0) {
          @Override
          protected void sleep(Condition condition, long nanos) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            sleeps.incrementAndGet();
          }
        };
    Thread.currentThread().interrupt();
    endpoint.await((Condition) () -> sleeps.get() == 3);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(sleeps).hasValue(3);
  }

  @Test
  void whatOneStepBringsAboutIsNotSleptFor() {
    AtomicInteger steps = new AtomicInteger();
    Neighbour endpoint =
        new Neighbour(0) {
          @Override
          public boolean progress() {
            return steps.getAndIncrement() == 0;
          }

          @Override
          protected void sleep(Condition condition, long nanos) {
            throw new AssertionError("slept after " + steps);
          }
        };
    endpoint.await((Condition) () -> steps.get() == 1);
    assertThat(steps).hasValue(1);
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

  // ---- what wakes a thread that sleeps ----------------------------------------------------------

  @Test
  void aMessageWakesWhoWaitsForIt() throws Exception {
    Transfer receive = receive(new byte[5000]);
    wakes(() -> ranks[1].await(receive), () -> send(new byte[5000]));
    wakes(() -> ranks[1].awaitProbe(room(new byte[1])), () -> send(new byte[1]));
    assertThat(ranks[1].awaitAside(room(new byte[1])).bytes()).isOne();
    wakes(() -> ranks[1].awaitProbe(room(new byte[1])), () -> send(new byte[5000]));
    receive(new byte[5000]);
    wakes(
        () -> ranks[1].awaitProbe(room(new byte[1])),
        () -> {
          Incoming head = new Incoming();
          head.envelope(0, 1, TAG, MessageKind.BYTE, ByteOrder.nativeOrder(), 1);
          ranks[1].meet(head);
        });
  }

  @Test
  void aReceiveWakesTheSenderOfALongMessage() throws Exception {
    Transfer send = send(new byte[5000]);
    wakes(() -> ranks[0].await(send), () -> receive(new byte[5000]));
    int alarms = ranks[0].alarms.get();
    assertThat(alarms).isPositive();
    ranks[0].wake();
    assertThat(ranks[0].alarms).as("nobody sleeps").hasValue(alarms);
  }

  @Test
  void aDepartureAndAFailureWakeWhoWaits() throws Exception {
    Transfer receive = receive(new byte[1]);
    wakes(
        () -> assertThatThrownBy(() -> ranks[1].await(receive)).hasMessageContaining("has left"),
        () -> ranks[1].departed(0));
    wakes(
        () ->
            assertThatThrownBy(() -> ranks[0].awaitProbe(ranks[0].take().with(1, 1, TAG)))
                .hasMessageContaining("has left"),
        () -> ranks[0].departed(1));
    wakes(
        () ->
            assertThatThrownBy(() -> ranks[0].awaitProbe(ranks[0].take().with(0, 1, TAG)))
                .hasMessageContaining("rank 1 is gone"),
        () -> ranks[0].fail(JobFailure.ofRank(1, "rank 1 is gone")));
    AtomicBoolean happened = new AtomicBoolean();
    wakes(
        () -> ranks[0].await((Condition) happened::get),
        () -> {
          happened.set(true);
          ranks[0].wake();
        });
  }

  /// Has something happen once a thread that waits for it sleeps.
  private static void wakes(Runnable wait, Runnable happening) throws Exception {
    FutureTask<Boolean> waiting = new FutureTask<>(wait, true);
    Thread thread = Thread.ofPlatform().daemon().start(waiting);
    while (thread.getState() != Thread.State.WAITING && !waiting.isDone()) {
      Thread.onSpinWait();
    }
    happening.run();
    assertThat(waiting.get()).isTrue();
  }
}
