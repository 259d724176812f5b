package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.message.threads.RankThreads;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Who belongs to which world.
@Timeout(120)
class WorldTest {
  @Test
  void whoWasNotStartedAsARankIsAlone() {
    try (Communicator world = Communicator.world()) {
      assertThat(world.rank()).isZero();
      assertThat(world.size()).isOne();
      assertThat(world.explain()).startsWith("threads").contains("only one");
      world.barrier();
      int[] sum = {5};
      world.allReduce(sum, sum, Reduction.SUM);
      assertThat(sum).containsExactly(5);
    }
  }

  @Test
  void threadsOfARankAreThatRankAndGetTheSameWorld() {
    RankThreads.run(
        3,
        world -> {
          AtomicReference<Communicator> found = new AtomicReference<>(world.duplicate());
          Thread thread = new Thread(() -> found.set(Communicator.world()));
          thread.start();
          thread.join();
          assertThat(found.get()).isSameAs(world).isSameAs(Communicator.world());
          assertThat(world.explain())
              .isEqualTo("threads: started as thread %d of 3 of this JVM".formatted(world.rank()));
        });
  }

  @Test
  void aRankThatHasLeftHasTheSameWorld() {
    RankThreads.run(
        1,
        world -> {
          world.close();
          assertThat(Communicator.world()).isSameAs(world);
          assertThatIllegalStateException().isThrownBy(world::barrier);
        });
  }

  @Test
  void allFailuresOfRanksAreReported() {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                RankThreads.run(
                    2,
                    world -> {
                      world.barrier();
                      throw new ArithmeticException("at " + world.rank());
                    }))
        .satisfies(
            e -> {
              assertThat(e.getCause()).isInstanceOf(ArithmeticException.class);
              assertThat(e.getSuppressed()).allMatch(RankFailedException.class::isInstance);
            });
  }

  @Test
  void interruptingWhoRunsTheRanksEndsThem() throws InterruptedException {
    CountDownLatch waiting = new CountDownLatch(2);
    AtomicReference<Throwable> thrown = new AtomicReference<>(new AssertionError("nothing"));
    Thread runner =
        new Thread(
            () -> {
              try {
                RankThreads.run(
                    2,
                    world -> {
                      waiting.countDown();
                      world.receive(new int[1], 1 - world.rank(), 0);
                    });
              } catch (RankFailedException e) {
                thrown.set(e);
              }
            });
    runner.start();
    waiting.await();
    runner.interrupt();
    runner.join();
    assertThat(thrown.get()).hasMessageContaining("was interrupted");
  }

  @Test
  void twoThreadsCannotBeInCollectiveOperationsOfOneCommunicator() {
    RankThreads.run(
        2,
        world -> {
          if (world.rank() == 0) {
            Thread first = new Thread(() -> world.broadcast(new int[1], 1));
            first.start();
            awaitSleep(first);
            assertThatIllegalStateException()
                .isThrownBy(world::barrier)
                .withMessageContaining("duplicate()");
            world.send(new int[1], 1, 1);
            first.join();
          } else {
            world.receive(new int[1], 0, 1);
            world.broadcast(new int[1], 1);
          }
        });
  }

  private static void awaitSleep(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void memoryOfOneThreadTravelsWhereNativeAccessIsDenied() throws IOException {
    try (ChildJvm child =
        ChildJvm.start(List.of("--illegal-native-access=deny"), Map.of(), ConfinedExchange.class)) {
      assertThat(child.hearAll()).containsExactly("all arrived");
      assertThat(child.end()).as(child.errors()).isZero();
    }
  }

  @Test
  void memoryOfOneThreadTravelsWhereNativeAccessIsGranted() throws IOException {
    try (ChildJvm child = ChildJvm.start(ConfinedExchange.class)) {
      assertThat(child.hearAll()).containsExactly("all arrived");
      assertThat(child.end()).as(child.errors()).isZero();
    }
  }

  @Test
  void aTransportThatIsNotThereIsNamed() throws IOException {
    Map<String, String> environment =
        Map.of(
            "PENSTOCK_TRANSPORT", "pigeons",
            "PENSTOCK_JOB", "2c8a6c9e-31b0-4c80-9d27-5a8f0f5a0001",
            "PENSTOCK_RANK", "0",
            "PENSTOCK_SIZE", "2");
    try (ChildJvm child = ChildJvm.start(List.of(), environment, SayWorld.class)) {
      assertThat(child.hearAll())
          .singleElement()
          .asString()
          .contains("the transport 'pigeons', which is not on the module path");
      child.end();
    }
  }
}
