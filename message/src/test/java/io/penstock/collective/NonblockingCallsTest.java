package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The order in which one rank's started operations run, and who waits for them.
@Timeout(60)
class NonblockingCallsTest {
  private final IOException failure = new IOException("no room");
  private final NonblockingCalls calls = new NonblockingCalls();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Opens a latch once a thread waits, or has gone on without waiting.
  private static void openOnce(Thread waiting, CountDownLatch latch, AtomicReference<String> end) {
    Thread _ =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (waiting.getState() != Thread.State.WAITING && end.get() == null) {
                    Thread.onSpinWait();
                  }
                  latch.countDown();
                });
  }

  @Test
  void operationsOfOneRankWaitForNoOther() throws IOException {
    CyclicBarrier all = new CyclicBarrier(5);
    List<Pending> started = new ArrayList<>();
    for (int i = 0; i < all.getParties(); i++) {
      started.add(
          calls.independent(
              () -> {
                try {
                  int _ = all.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                  throw new IOException(e);
                }
              }));
    }
    for (Pending one : started) {
      one.await();
    }
    calls.close();
    assertThat(started).allMatch(Pending::isDone);
  }

  @Test
  void operationsOfAllRanksRunInTheOrderOfTheirStart() throws IOException {
    List<Integer> order = new ArrayList<>();
    CountDownLatch begin = new CountDownLatch(1);
    Pending _ = calls.collective(() -> await(begin));
    Pending last = calls.collective(() -> order.add(0));
    for (int i = 1; i < 20; i++) {
      int number = i;
      last = calls.collective(() -> order.add(number));
    }
    begin.countDown();
    last.await();
    assertThat(order).hasSize(20).isSorted();
  }

  @Test
  void anOperationOfAllRanksForWhichThereIsNoThreadIsNotDoneLaterEither() throws IOException {
    AtomicBoolean exhausted = new AtomicBoolean(true);
    NonblockingCalls without =
        new NonblockingCalls(
            task -> {
              if (exhausted.get()) {
                throw new OutOfMemoryError("no thread in this test");
              }
              return new Thread(task);
            });
    List<String> done = new ArrayList<>();
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> without.collective(() -> done.add("refused")));
    exhausted.set(false);
    without.collective(() -> done.add("started")).await();
    without.close();
    assertThat(done).containsExactly("started");
  }

  @Test
  void theProgramWaitsForWhatAllRanksHaveStartedWhateverBecomesOfIt() {
    CountDownLatch begin = new CountDownLatch(1);
    AtomicReference<String> end = new AtomicReference<>();
    Pending failing =
        calls.collective(
            () -> {
              await(begin);
              throw failure;
            });
    openOnce(Thread.currentThread(), begin, end);
    calls.settle();
    boolean waited = failing.isDone();
    end.set("settled");
    assertThat(waited).isTrue();
    assertThatThrownBy(failing::await).isSameAs(failure);
    calls.settle();
  }

  @Test
  void closingWaitsForWhatFailsTooAndAnInterruptStays() {
    CountDownLatch begin = new CountDownLatch(1);
    Pending failing =
        calls.independent(
            () -> {
              await(begin);
              throw failure;
            });
    Thread closing = Thread.currentThread();
    closing.interrupt();
    AtomicReference<String> end = new AtomicReference<>();
    Thread _ =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (closing.isInterrupted() && end.get() == null) { // until it has met it
                    Thread.onSpinWait();
                  }
                  begin.countDown();
                });
    calls.close();
    end.set("closed");
    assertThat(Thread.interrupted()).isTrue();
    assertThatThrownBy(failing::await).isSameAs(failure);
  }

  @Test
  void nothingIsStartedOfAFileThatIsClosed() throws IOException {
    calls.independent(() -> {}).await();
    calls.close();
    assertThat(Thread.interrupted()).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> calls.independent(() -> {}))
        .withMessage("the file is closed");
    calls.close();
  }

  @Test
  void operationsKeepNothingOfTheThreadThatStartedThem() throws IOException {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("the program's");
    AtomicReference<String> found = new AtomicReference<>();
    AtomicReference<Thread> by = new AtomicReference<>();
    calls
        .collective(
            () -> {
              found.set(String.valueOf(local.get()));
              by.set(Thread.currentThread());
            })
        .await();
    assertThat(found.get()).isEqualTo("null");
    assertThat(by.get().isDaemon()).isTrue();
    assertThat(by.get().getName()).startsWith("penstock-together-");
    local.remove();
  }

  @Test
  void aCollectiveOperationIsRefusedOnceTheFileIsClosed() {
    calls.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> calls.collective(() -> {}))
        .withMessage("the file is closed");
  }
}
