package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about probes that take their message out of
/// matching.
@Timeout(60)
class MatchedProbeContractTest {
  private static final int TAG = 7;

  /// Taken over at once, and announced.
  private static final int[] SIZES = {0, 10, 100_000, 1_000_000};

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMessageThatWasProbedIsReceivedByNobodyElse(TestJob job) {
    job.run(
        2,
        world -> {
          for (int tag = 0; tag < SIZES.length; tag++) {
            int size = SIZES[tag];
            if (world.rank() == 0) {
              Request first = world.isend(filled(size, 1), 1, tag);
              Request second = world.isend(filled(size, 2), 1, tag);
              Request.awaitAll(first, second);
            } else {
              MatchedMessage message = world.matchedProbe(Communicator.ANY_SOURCE, tag);
              assertThat(message.status())
                  .isEqualTo(new Status(0, tag, MessageKind.INT, 4L * size));
              int[] next = new int[size];
              world.receive(next, 0, tag);
              assertThat(next).isEqualTo(filled(size, 2));
              assertThat(world.iprobe(0, tag)).isEmpty();
              assertThat(world.imatchedProbe(0, tag)).isEmpty();
              int[] probed = new int[size + 1];
              assertThat(world.receive(probed, message)).isEqualTo(message.status());
              assertThat(Arrays.copyOf(probed, size)).isEqualTo(filled(size, 1));
            }
          }
        });
  }

  private static int[] filled(int size, int value) {
    return IntStream.range(0, size).map(i -> i + value).toArray();
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfEveryKindReceivesWhatWasProbed(TestJob job) {
    job.run(
        2,
        world -> {
          byte[] sent = new byte[70_000];
          sent[69_999] = 5;
          if (world.rank() == 0) {
            for (int i = 0; i < 4; i++) {
              world.send(sent, 1, TAG);
            }
            try (MessageBuffer buffer = new MessageBuffer()) {
              world.send(buffer.write(sent).commit(), 1, TAG);
            }
            world.sendObject("an object", 1, TAG);
            return;
          }
          try (Arena confined = Arena.ofConfined();
              Lease lease = BufferPool.shared().lease(70_000);
              MessageBuffer buffer = new MessageBuffer()) {
            MemorySegment segment = confined.allocate(70_000);
            world.receive(segment, world.matchedProbe(0, TAG));
            assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
            world.ireceive(segment.fill((byte) 0), world.matchedProbe(0, TAG)).await();
            assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
            world.receive(lease, world.matchedProbe(0, TAG));
            assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
            byte[] array = new byte[70_000];
            Request request = world.ireceive(array, world.matchedProbe(0, TAG));
            assertThat(request.cancel()).isFalse();
            request.await();
            assertThat(array).isEqualTo(sent);
            world.receive(buffer, world.matchedProbe(0, TAG));
            buffer.read(array);
            assertThat(world.receiveObject(world.matchedProbe(0, TAG))).isEqualTo("an object");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsThatProbeTheSameMessagesGetEachOnce(TestJob job) {
    int many = 600;
    int threads = 3;
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            for (int i = 0; i < many; i++) {
              int[] sent = new int[i % 20 == 0 ? 50_000 : 1];
              sent[0] = i;
              world.send(sent, 1, i % 5);
            }
            return;
          }
          AtomicInteger left = new AtomicInteger(many);
          BitSet seen = new BitSet();
          try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
              all.add(pool.submit(() -> receiveSome(world, left, seen)));
            }
            for (Future<?> one : all) {
              one.get();
            }
          }
          assertThat(seen.cardinality()).isEqualTo(many);
        });
  }

  private static void receiveSome(Communicator world, AtomicInteger left, BitSet seen) {
    while (left.getAndDecrement() > 0) {
      MatchedMessage message = world.matchedProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
      int[] got = new int[(int) message.status().count()];
      assertThat(world.receive(got, message)).isEqualTo(message.status());
      synchronized (seen) {
        assertThat(seen.get(got[0])).isFalse();
        seen.set(got[0]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aSynchronousSendEndsWhenTheProbedMessageIsReceived(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            Request send = world.isynchronousSend(new int[] {1}, 1, TAG);
            world.receive(new byte[0], 1, TAG);
            assertThat(send.isDone()).isFalse();
            world.send(new byte[0], 1, TAG + 1);
            send.await();
          } else {
            MatchedMessage message = world.matchedProbe(0, TAG);
            world.send(new byte[0], 0, TAG);
            world.receive(new byte[0], 0, TAG + 1);
            world.receive(new int[1], message);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aProbeOfNoRankFindsNothingAtOnce(TestJob job) {
    job.run(
        1,
        world -> {
          MatchedMessage none = world.matchedProbe(Communicator.NO_RANK, TAG);
          int[] data = {5};
          Status nothing =
              new Status(Communicator.NO_RANK, Communicator.ANY_TAG, MessageKind.BYTES, 0);
          assertThat(none.status()).isEqualTo(nothing);
          assertThat(world.receive(data, none)).isEqualTo(nothing);
          assertThat(data).containsExactly(5);
          MatchedMessage next = world.imatchedProbe(Communicator.NO_RANK, TAG).orElseThrow();
          assertThatIllegalArgumentException().isThrownBy(() -> world.receiveObject(next));
        });
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aProbedMessageIsReceivedOnceAndInItsCommunicator(TestJob job) {
    job.run(
        1,
        world -> {
          Communicator twin = world.duplicate();
          world.send(new int[] {4}, 0, TAG);
          MatchedMessage message = world.matchedProbe(0, TAG);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> twin.receive(new int[1], message))
              .withMessageContaining("another communicator");
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> world.receive(MemorySegment.ofArray(new byte[4]).asReadOnly(), message));
          int[] got = new int[1];
          world.receive(got, message);
          assertThat(got).containsExactly(4);
          assertThatIllegalStateException()
              .isThrownBy(() -> world.receive(got, message))
              .withMessageContaining("received before");
          assertThatIllegalArgumentException().isThrownBy(() -> world.matchedProbe(1, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> world.imatchedProbe(0, -2));
          world.close();
          assertThatIllegalStateException().isThrownBy(() -> world.matchedProbe(0, TAG));
          assertThatIllegalStateException().isThrownBy(() -> world.imatchedProbe(0, TAG));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aProbedMessageThatDoesNotFitIsLostAlone(TestJob job) {
    job.run(
        2,
        world -> {
          for (int size : new int[] {10, 300_000}) {
            if (world.rank() == 0) {
              world.send(new int[size], 1, TAG);
              world.send(new int[] {1}, 1, TAG);
            } else {
              MatchedMessage message = world.matchedProbe(0, TAG);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(new float[size], message))
                  .withMessageContaining("carries INT, the receiver expects FLOAT");
              int[] next = new int[1];
              world.receive(next, 0, TAG);
              assertThat(next).containsExactly(1);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoProbesARankThatLeftIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.matchedProbe(1, TAG))
                .withMessageContaining("left");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.matchedProbe(Communicator.ANY_SOURCE, TAG))
                .withMessageContaining("any rank");
          }
          world.close();
        });
  }

  /// Its sender waits for the receive, which never comes.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theSenderOfAProbedMessageIsToldWhenTheReceiverFails(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    3,
                    world -> {
                      switch (world.rank()) {
                        case 0 -> world.send(new int[1_000_000], 1, TAG);
                        case 2 -> world.synchronousSend(new int[1000], 1, TAG);
                        default -> {
                          world.matchedProbe(0, TAG);
                          world.matchedProbe(2, TAG);
                          throw new ArithmeticException("one is even");
                        }
                      }
                    }))
        .withMessageContaining("one is even");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aProbedMessageCannotBeReceivedOnceARankIsGone(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        Request _ = world.isend(new int[1000], 0, TAG);
                        throw new ArithmeticException("one is even");
                      }
                      MatchedMessage message = world.matchedProbe(1, TAG);
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(() -> world.receive(new int[1], 1, TAG + 1));
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(() -> world.receive(new int[1000], message));
                    }))
        .withMessageContaining("one is even");
  }
}
