package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise when ranks leave the job or fail.
@Timeout(60)
class DepartureContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aClosedCommunicatorCannotBeUsed(TestJob job) {
    job.run(
        1,
        world -> {
          world.close();
          world.close();
          assertThatIllegalStateException()
              .isThrownBy(() -> world.send(new int[1], 0, TAG))
              .withMessageContaining("closed");
          assertThatIllegalStateException().isThrownBy(() -> world.ireceive(new int[1], 0, TAG));
          assertThatIllegalStateException().isThrownBy(() -> world.iprobe(0, TAG));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForARankThatLeftIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            world.close();
          } else {
            assertToldOfOne(() -> world.receive(new int[1], 1, TAG));
            assertToldOfOne(() -> world.probe(1, TAG));
            assertToldOfOne(() -> world.iprobe(1, TAG));
          }
        });
  }

  private static void assertToldOfOne(ThrowingCallable waiting) {
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(waiting)
        .withMessageContaining("rank 1")
        .withMessageContaining("left");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForAnyRankIsToldWhenAllOthersOfTheCommunicatorHaveLeft(TestJob job) {
    job.run(
        4,
        world -> {
          Communicator pair = world.split(world.rank() / 2, 0).orElseThrow();
          switch (world.rank()) {
            case 0 -> {
              Request first = pair.ireceive(new int[1], Communicator.ANY_SOURCE, TAG);
              Request second = pair.ireceive(new int[1], Communicator.ANY_SOURCE, TAG);
              assertToldOfAny(() -> pair.receive(new int[1], Communicator.ANY_SOURCE, TAG));
              assertToldOfAny(() -> pair.probe(Communicator.ANY_SOURCE, TAG));
              assertToldOfAny(() -> Request.awaitAny(List.of(first, second)));
              assertToldOfAny(second::await);
              world.send(new int[1], 2, TAG);
              world.send(new int[1], 3, TAG);
            }
            case 1 -> {}
            default -> world.receive(new int[1], 0, TAG);
          }
          if (world.rank() != 0) {
            world.close();
          }
        });
  }

  static void assertToldOfAny(ThrowingCallable waiting) {
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(waiting)
        .withMessageContaining("any rank")
        .withMessageContaining("have left");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankSendsToItselfWhenAllOthersHaveLeft(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            int[] early = new int[1];
            Request posted = world.ireceive(early, Communicator.ANY_SOURCE, TAG);
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(new int[1], 1, TAG));
            assertThat(posted.test()).isEmpty();
            assertThat(world.iprobe(Communicator.ANY_SOURCE, TAG)).isEmpty();
            world.send(new int[] {41}, 0, TAG);
            assertThat(posted.await().source()).isZero();
            assertThat(early).containsExactly(41);
            assertMeetsSendOfAnotherThread(world);
          }
          world.close();
        });
  }

  private static void assertMeetsSendOfAnotherThread(Communicator world) throws Exception {
    int[] late = new int[1];
    CountDownLatch started = new CountDownLatch(1);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<Status> received =
          other.submit(
              () -> {
                Request receive = world.ireceive(late, Communicator.ANY_SOURCE, TAG);
                started.countDown();
                return receive.await();
              });
      started.await();
      world.send(new int[] {42}, 0, TAG);
      assertThat(received.get().source()).isZero();
    }
    assertThat(late).containsExactly(42);
  }

  /// As it says: what a thread would do that has sent and received nothing so far is not known.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveFromAnyRankEndsThoughAThreadThatHasSentNothingWouldSend(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            CountDownLatch told = new CountDownLatch(1);
            try (ExecutorService other = Executors.newSingleThreadExecutor()) {
              Future<?> sent =
                  other.submit(
                      () -> {
                        told.await();
                        world.send(new int[1], 0, TAG);
                        return true;
                      });
              assertToldOfAny(() -> world.receive(new int[1], Communicator.ANY_SOURCE, TAG));
              told.countDown();
              sent.get();
              assertThat(world.receive(new int[1], Communicator.ANY_SOURCE, TAG).source()).isZero();
            }
          }
          world.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsFailsAllOthersFromWhateverTheyWaitFor(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      switch (world.rank()) {
                        case 0 -> world.receive(new int[1], 2, TAG);
                        case 1 -> world.synchronousSend(new int[1], 2, TAG);
                        case 3 -> world.probe(Communicator.ANY_SOURCE, TAG);
                        default -> throw new ArithmeticException("two is odd");
                      }
                    }))
        .satisfies(e -> assertThat(e.rank()).isEqualTo(2))
        .withMessageContaining("two is odd")
        .withCauseInstanceOf(ArithmeticException.class);
  }
}
