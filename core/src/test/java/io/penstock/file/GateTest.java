package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GateTest {
  /// More than it takes a thread to own its stripe.
  private static final int OFTEN = 5000;

  private static final int FEW = 20;
  private static final int MANY = 1000;

  private final Gate gate = new Gate();
  private volatile boolean over;

  @Test
  void aClosedGateLetsNobodyIn() {
    assertThat(gate.isClosed()).isFalse();
    assertThat(gate.close()).isTrue();
    assertThat(gate.isClosed()).isTrue();
    assertThat(gate.enter()).isFalse();
    assertThat(gate.close()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, OFTEN})
  void aThreadThatWasInsideSeldomOrOftenIsWaitedFor(int before) throws InterruptedException {
    comeAndGo(before);
    assertThat(gate.enter()).isTrue();
    Thread closer = Thread.ofPlatform().start(this::close);
    while (closer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(over).isFalse();
    assertThat(gate.enter()).isFalse();
    gate.leave();
    closer.join();
    assertThat(over).isTrue();
  }

  @Test
  void aThreadThatIsInsideMayComeInOnceMore() {
    for (int i = 0; i < OFTEN; i++) {
      assertThat(gate.enter()).isTrue();
      assertThat(gate.enter()).isTrue();
      gate.leave();
      gate.leave();
    }
    assertThat(gate.close()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nobodyIsInsideOnceItIsClosed(boolean virtual) throws Exception {
    closeAmongThreads(virtual, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nobodyIsInsideManyGatesOnceTheyAreClosed(boolean virtual) throws Exception {
    closeAmongThreads(virtual, MANY);
  }

  private static void closeAmongThreads(boolean virtual, int gates) throws Exception {
    for (int i = 0; i < gates; i++) {
      new GateTest().closeAmongThreads(virtual);
    }
  }

  /// A thread that is interrupted does not park: it would keep a processor busy meanwhile.
  @Test
  @Timeout(20)
  void whoIsInterruptedWaitsAtRestForThoseInsideAndStaysInterrupted() throws Exception {
    assertThat(gate.enter()).isTrue();
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicBoolean stayed = new AtomicBoolean();
    Thread closing =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  interrupted.countDown();
                  close();
                  stayed.set(Thread.interrupted());
                });
    try {
      interrupted.await();
      while (closing.isInterrupted()) { // it is not while it parks
        assertThat(Thread.interrupted()).as("it never rests").isFalse();
        Thread.onSpinWait();
      }
    } finally {
      gate.leave();
    }
    closing.join();
    assertThat(stayed).isTrue();
  }

  /// More threads than there are stripes, so that some share one.
  private void closeAmongThreads(boolean virtual) throws Exception {
    try (ExecutorService threads =
        virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newCachedThreadPool()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(threads.submit(this::comeAndGoUntilClosed));
      }
      comeAndGo(OFTEN);
      close();
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  private void comeAndGo(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(gate.enter()).isTrue();
      gate.leave();
    }
  }

  private void comeAndGoUntilClosed() {
    while (gate.enter()) {
      boolean late = over;
      gate.leave();
      assertThat(late).isFalse();
    }
  }

  private void close() {
    assertThat(gate.close()).isTrue();
    over = true;
  }
}
