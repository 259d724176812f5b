package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about sends and receives that are defined once and
/// started many times.
@Timeout(60)
class PersistentContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void eachStartSendsWhatIsThereAndReceivesTheNext(TestJob job) {
    job.run(
        3,
        world -> {
          int right = (world.rank() + 1) % 3;
          int left = (world.rank() + 2) % 3;
          for (int size : new int[] {1, 100_000}) {
            int[] edge = new int[size];
            int[] halo = new int[size];
            try (PersistentRequest in = world.persistentReceive(halo, left, TAG);
                PersistentRequest out = world.persistentSend(edge, right, TAG)) {
              for (int step = 0; step < 100; step++) {
                edge[size - 1] = 1000 * world.rank() + step;
                PersistentRequest.startAll(in, out);
                assertThat(in.await()).isEqualTo(new Status(left, TAG, MessageKind.INT, 4L * size));
                assertThat(out.await().count()).isEqualTo(size);
                assertThat(in.isActive()).isFalse();
                assertThat(in.await().source()).isEqualTo(left);
                assertThat(halo[size - 1]).isEqualTo(1000 * left + step);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfEveryKindIsSentAndReceivedAgain(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          try (Arena confined = Arena.ofConfined();
              Arena shared = Arena.ofShared();
              Lease lease = BufferPool.shared().lease(70_000)) {
            MemorySegment mine = confined.allocate(70_000);
            for (MemorySegment room :
                List.of(confined.allocate(70_000), shared.allocate(70_000), lease.segment())) {
              PersistentRequest out = world.persistentSend(mine, other, TAG);
              PersistentRequest in =
                  room.equals(lease.segment())
                      ? world.persistentReceive(lease, other, TAG)
                      : world.persistentReceive(room, other, TAG);
              for (int step = 0; step < 3; step++) {
                mine.fill((byte) (10 * world.rank() + step));
                PersistentRequest.startAll(List.of(in, out));
                Request.awaitAll(in, out);
                assertThat(room.toArray(ValueLayout.JAVA_BYTE)).containsOnly(10 * other + step);
              }
              in.close();
              out.close();
            }
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMessageBufferIsFilledAgainBetweenTwoStarts(TestJob job) {
    job.run(
        2,
        world -> {
          int[] got = new int[1];
          try (MessageBuffer buffer = new MessageBuffer();
              PersistentRequest request =
                  world.rank() == 0
                      ? world.persistentSynchronousSend(buffer, 1, TAG)
                      : world.persistentReceive(buffer, 0, TAG)) {
            for (int step = 0; step < 3; step++) {
              buffer.clear();
              if (world.rank() == 0) {
                assertThatIllegalStateException().isThrownBy(request::start);
                buffer.write(new int[] {step}).commit();
              }
              request.start();
              request.await();
              if (world.rank() == 1) {
                buffer.read(got);
                assertThat(got).containsExactly(step);
                assertThatIllegalStateException().isThrownBy(request::start);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void persistentRequestsAreAwaitedWithOthersAndByQueues(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          int[] got = new int[1];
          PersistentRequest in = world.persistentReceive(got, Communicator.ANY_SOURCE, TAG);
          CompletionQueue<Integer> queue = world.completionQueue();
          for (int step = 0; step < 20; step++) {
            in.start();
            queue.add(in, step);
            assertThatIllegalStateException().isThrownBy(() -> queue.add(in, -1));
            Request out = world.isend(new int[] {step}, other, TAG);
            assertThat(queue.take().orElseThrow().attachment()).isEqualTo(step);
            assertThat(Request.awaitAny(List.of(in))).hasValue(0);
            assertThat(Request.awaitAny(List.of(in))).isEmpty();
            out.await();
            assertThat(got).containsExactly(step);
          }
          in.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aStartThatWasCancelledIsFollowedByOthers(TestJob job) {
    job.run(
        1,
        world -> {
          int[] got = new int[1];
          PersistentRequest in = world.persistentReceive(got, 0, TAG);
          in.start();
          assertThat(in.cancel()).isTrue();
          assertThatExceptionOfType(CancellationException.class).isThrownBy(in::await);
          in.start();
          world.send(new int[] {4}, 0, TAG);
          assertThat(in.test()).isPresent();
          assertThat(got).containsExactly(4);
          in.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void startsToAndFromNoRankAreDoneAtOnce(TestJob job) {
    job.run(
        1,
        world -> {
          int[] data = {5};
          try (PersistentRequest out = world.persistentSend(data, Communicator.NO_RANK, TAG);
              PersistentRequest in = world.persistentReceive(data, Communicator.NO_RANK, TAG)) {
            for (int step = 0; step < 3; step++) {
              PersistentRequest.startAll(out, in);
              assertThat(out.isKnownDone()).isTrue();
              assertThat(out.await()).isEqualTo(in.await());
              assertThat(in.await().source()).isEqualTo(Communicator.NO_RANK);
            }
          }
        });
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRequestThatIsActiveIsNeitherStartedNorClosed(TestJob job) {
    job.run(
        1,
        world -> {
          PersistentRequest in = world.persistentReceive(new int[1], 0, TAG);
          assertThat(in.isActive()).isFalse();
          assertThat(in.isDone()).isTrue();
          assertThatIllegalStateException().isThrownBy(in::await).withMessageContaining("start()");
          in.start();
          assertThatIllegalStateException().isThrownBy(in::start).withMessageContaining("active");
          assertThatIllegalStateException().isThrownBy(in::close).withMessageContaining("active");
          world.send(new int[1], 0, TAG);
          assertThatIllegalStateException().isThrownBy(in::start);
          in.await();
          in.close();
          in.close();
          assertThatIllegalStateException().isThrownBy(in::start).withMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatCannotBeSentOrReceivedIsRefusedWhenItIsDefined(TestJob job) {
    job.run(
        1,
        world -> {
          int[] data = new int[1];
          assertThatIllegalArgumentException().isThrownBy(() -> world.persistentSend(data, 1, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> world.persistentSend(data, 0, -1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.persistentReceive(data, -2, TAG));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.persistentSend(Elements.of("text"), 0, TAG));
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () ->
                      world.persistentReceive(
                          MemorySegment.ofArray(new byte[1]).asReadOnly(), 0, TAG));
          Arena arena = Arena.ofShared();
          PersistentRequest freed = world.persistentSend(arena.allocate(8), 0, TAG);
          arena.close();
          assertThatIllegalStateException().isThrownBy(freed::start).withMessageContaining("freed");
          assertThat(freed.isActive()).isFalse();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void closingTheCommunicatorTakesBackWhatWasStarted(TestJob job) {
    job.run(
        1,
        world -> {
          PersistentRequest idle = world.persistentReceive(new int[1], 0, TAG);
          PersistentRequest active = world.persistentReceive(new int[1], 0, TAG);
          active.start();
          assertThatIllegalStateException()
              .isThrownBy(world::close)
              .withMessageContaining("1 requests under way");
          assertThatExceptionOfType(CancellationException.class).isThrownBy(active::await);
          assertThatIllegalStateException().isThrownBy(idle::start).withMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMessageThatDoesNotFitFailsItsStartAlone(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            world.send(new int[2], 0, TAG);
            world.send(new int[] {6}, 0, TAG);
            return;
          }
          int[] got = new int[1];
          PersistentRequest in = world.persistentReceive(got, 1, TAG);
          in.start();
          assertThatExceptionOfType(MessageException.class).isThrownBy(in::await);
          assertThatExceptionOfType(MessageException.class).isThrownBy(in::await);
          in.start();
          in.await();
          assertThat(got).containsExactly(6);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void startsTowardsARankThatLeftFailAndLeaveTheRequestIdle(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            PersistentRequest in = world.persistentReceive(new int[1], 1, TAG);
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(
                    () -> {
                      in.start();
                      in.await();
                    })
                .withMessageContaining("left");
            assertThatExceptionOfType(MessageException.class).isThrownBy(in::start);
            assertThat(in.isActive()).isFalse();
            in.close();
          }
          world.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aStartIsToldOfARankThatFails(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        throw new ArithmeticException("one is even");
                      }
                      PersistentRequest in = world.persistentReceive(new int[1], 1, TAG);
                      in.start();
                      in.await();
                    }))
        .withMessageContaining("one is even");
  }
}
