package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about memory that is sent and replaced, and about
/// messages to and from no rank.
@Timeout(60)
class ReplaceContractTest {
  private static final int TAG = 7;
  private static final Status NOTHING =
      new Status(Communicator.NO_RANK, Communicator.ANY_TAG, MessageKind.BYTES, 0);

  // ---- sent and replaced -----------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsSentRoundARingIsReplacedByWhatComes(TestJob job) {
    job.run(
        3,
        world -> {
          int right = (world.rank() + 1) % 3;
          int left = (world.rank() + 2) % 3;
          for (ElementType type : ElementType.values()) {
            for (int count : new int[] {0, 1, 10_000, 100_000}) {
              Elements data = Elements.of(TypedData.random(type, count, world.rank()));
              Status status = world.sendReceiveReplace(data, right, TAG, left, TAG);
              assertThat(status.source()).isEqualTo(left);
              assertThat(status.count()).isEqualTo(count);
              assertThat(TypedData.same(data.memory(), TypedData.random(type, count, left)))
                  .as("%s %d", type, count)
                  .isTrue();
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfEveryKindIsReplaced(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          int mine = world.rank() + 1;
          try (Arena confined = Arena.ofConfined();
              Arena shared = Arena.ofShared();
              Lease lease = BufferPool.shared().lease(100_000)) {
            for (MemorySegment segment :
                List.of(confined.allocate(100_000), shared.allocate(100_000))) {
              segment.fill((byte) mine);
              world.sendReceiveReplace(segment, other, TAG, other, TAG);
              assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(other + 1);
            }
            lease.segment().fill((byte) mine);
            world.sendReceiveReplace(lease, other, TAG, other, TAG);
            assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(other + 1);
          }
          int[] some = {9, mine, mine, 9};
          world.sendReceiveReplace(Elements.of(some, 1, 2), other, TAG, other, TAG);
          assertThat(some).containsExactly(9, other + 1, other + 1, 9);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankReplacesItsMemoryByWhatItSendsItself(TestJob job) {
    job.run(
        1,
        world -> {
          long[] data = {1, 2, 3};
          Status status =
              world.sendReceiveReplace(data, 0, TAG, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
          assertThat(status).isEqualTo(new Status(0, TAG, MessageKind.LONG, 24));
          assertThat(data).containsExactly(1, 2, 3);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aShorterMessageReplacesTheBeginningAndALongerOneNothing(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          int[] data = new int[world.rank() == 0 ? 3 : 2];
          Arrays.fill(data, world.rank());
          if (world.rank() == 0) {
            assertThat(world.sendReceiveReplace(data, other, TAG, other, TAG).count()).isEqualTo(2);
            assertThat(data).containsExactly(1, 1, 0);
          } else {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.sendReceiveReplace(data, other, TAG, other, TAG))
                .withMessageContaining("12 bytes, the receiver has room for 8");
            assertThat(data).containsExactly(1, 1);
          }
          world.sendReceiveReplace(new int[1], other, TAG, other, TAG);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatCannotBeReplacedIsRefusedBeforeAnythingIsSent(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        1,
        world -> {
          int[] data = {5};
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceiveReplace(data, 1, TAG, 0, TAG));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceiveReplace(data, 0, TAG, 1, TAG));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceiveReplace(data, 0, -1, 0, TAG));
          MemorySegment fixed = MemorySegment.ofArray(new byte[1]).asReadOnly();
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceiveReplace(fixed, 0, TAG, 0, TAG))
              .withMessageContaining("read-only");
          assertThat(world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
          world.close();
          assertThatIllegalStateException()
              .isThrownBy(() -> world.sendReceiveReplace(data, 0, TAG, 0, TAG));
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoReplacesIsToldOfARankThatFails(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        throw new ArithmeticException("one is even");
                      }
                      world.sendReceiveReplace(new byte[1_000_000], 1, TAG, 1, TAG);
                    }))
        .withMessageContaining("one is even");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anExchangeThatIsRefusedLeavesWhatHasComeToTheNextReceive(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            world.send(new int[] {5}, 0, TAG);
            return;
          }
          world.probe(1, TAG);
          int[] room = new int[1];
          int[] sent = new int[1];
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceive(sent, 99, TAG, room, 1, TAG))
              .withMessageContaining("there is no rank 99");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceive(sent, 1, -1, room, 1, TAG))
              .withMessageContaining("a tag is 0 or more");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceiveReplace(room, 99, TAG, 1, TAG));
          try (MessageBuffer unfinished = new MessageBuffer()) {
            assertThatIllegalStateException()
                .isThrownBy(() -> world.sendReceive(unfinished, 1, TAG, Elements.of(room), 1, TAG));
          }
          assertThat(room).containsExactly(0);
          world.receive(room, 1, TAG);
          assertThat(room).containsExactly(5);
        });
  }

  // ---- no rank ---------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messagesToAndFromNoRankAreDoneAtOnceAndTouchNothing(TestJob job) {
    job.run(
        2,
        world -> {
          int none = Communicator.NO_RANK;
          int[] data = {5};
          world.send(data, none, TAG);
          world.synchronousSend(data, none, TAG);
          assertThat(world.receive(data, none, TAG)).isEqualTo(NOTHING);
          assertThat(world.receive(data, none, Communicator.ANY_TAG)).isEqualTo(NOTHING);
          assertThat(world.sendReceive(new int[1], none, TAG, data, none, TAG)).isEqualTo(NOTHING);
          assertThat(world.sendReceiveReplace(data, none, TAG, none, TAG)).isEqualTo(NOTHING);
          assertThat(world.probe(none, TAG)).isEqualTo(NOTHING);
          assertThat(world.iprobe(none, TAG)).contains(NOTHING);
          world.sendObject("to nobody", none, TAG);
          for (Request request :
              List.of(
                  world.isend(data, none, TAG),
                  world.isynchronousSend(data, none, TAG),
                  world.ireceive(data, none, TAG))) {
            assertThat(request.isKnownDone()).isTrue();
            assertThat(request.isActive()).isTrue();
            assertThat(request.cancel()).isFalse();
            assertThat(request.test()).contains(NOTHING);
            assertThat(request.await()).isEqualTo(NOTHING);
          }
          CompletionQueue<String> queue = world.completionQueue();
          queue.add(world.ireceive(data, none, TAG), "nothing");
          assertThat(queue.poll().orElseThrow().request().await()).isEqualTo(NOTHING);
          assertThat(data).containsExactly(5);
          world.barrier();
          assertThat(world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void bothKindsOfMemoryThatMustBeKeptComeBackFromNoRank(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        1,
        world -> {
          try (Arena arena = Arena.ofConfined();
              Lease lease = BufferPool.shared().lease(8);
              MessageBuffer buffer = new MessageBuffer()) {
            MemorySegment confined = arena.allocate(8).fill((byte) 3);
            Request.awaitAll(
                world.ireceive(confined, Communicator.NO_RANK, TAG),
                world.isend(confined, Communicator.NO_RANK, TAG),
                world.ireceive(lease, Communicator.NO_RANK, TAG),
                world.ireceive(buffer, Communicator.NO_RANK, TAG));
            assertThat(confined.toArray(ValueLayout.JAVA_BYTE)).containsOnly(3);
            buffer.write(new int[] {1}).commit();
            world.send(buffer, Communicator.NO_RANK, TAG);
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void noRankIsRefusedWhereARankIsNeeded(TestJob job) {
    job.run(
        1,
        world -> {
          int none = Communicator.NO_RANK;
          int[] data = new int[1];
          assertThatIllegalArgumentException().isThrownBy(() -> world.broadcast(data, none));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.reduce(data, data, Reduction.SUM, none));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.receiveObject(none, TAG))
              .withMessageContaining("NO_RANK");
          assertThatIllegalArgumentException().isThrownBy(() -> world.send(data, none, -1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.send(Elements.of("text"), none, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> world.send(data, none + 1, TAG));
          world.close();
          assertThatIllegalStateException().isThrownBy(() -> world.send(data, none, TAG));
          assertThatIllegalStateException().isThrownBy(() -> world.receive(data, none, TAG));
          assertThatIllegalStateException().isThrownBy(() -> world.probe(none, TAG));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messagesToNoRankFailOnceARankOfTheJobIsGone(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        throw new ArithmeticException("one is even");
                      }
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(() -> world.receive(new int[1], 1, TAG));
                      int none = Communicator.NO_RANK;
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(() -> world.send(new int[1], none, TAG));
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(() -> world.receive(new int[1], none, TAG));
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(() -> world.iprobe(none, TAG));
                    }))
        .withMessageContaining("one is even");
  }

  /// Each rank adds up what the ranks above and below it have, without asking whether there are
  /// any.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksAtTheRimOfAGridExchangeAsAllOthersDo(TestJob job) {
    int ranks = 4;
    job.run(
        ranks,
        world -> {
          RankGrid grid = RankGrid.of(ranks);
          double[] cells = {0, world.rank() + 1, 0};
          for (int step = -1; step <= 1; step += 2) {
            RankGrid.Shift shift = grid.shift(world.rank(), 0, step);
            world.sendReceive(
                Elements.of(cells, 1, 1),
                shift.destination().orElse(Communicator.NO_RANK),
                TAG,
                Elements.of(cells, 1 - step, 1),
                shift.source().orElse(Communicator.NO_RANK),
                TAG);
          }
          double above = world.rank();
          double below = world.rank() == ranks - 1 ? 0 : world.rank() + 2;
          assertThat(cells).containsExactly(above, world.rank() + 1, below);
        });
  }
}
