package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An endpoint and the messages of another rank of its process.
@Timeout(60)
class EndpointTest extends EndpointFixture {
  @Test
  void aShortMessageIsTakenOverBeforeItsReceiveComes() {
    long[] data = {1, 2, 3};
    assertThat(send(data).met()).isTrue();
    data[1] = 0;
    long[] room = new long[4];
    Transfer receive = receive(room);
    assertThat(receive.met()).isTrue();
    assertThat(room).containsExactly(1, 2, 3, 0);
    assertThat(receive.sentBytes()).isEqualTo(24);
    assertThat(receive.source()).isZero();
    assertThat(receive.sentTag()).isEqualTo(TAG);
    assertThat(receive.sentKind()).isEqualTo(MessageKind.LONG);
  }

  @Test
  void theSenderLearnsOfEachMessageThatIsDoneWithAndItsBlockIsFree() {
    send(new byte[999]);
    send(new byte[256]);
    assertThat(pool.statistics().liveBlocks()).as("short ones need none").isOne();
    receive(new byte[999]);
    assertThat(ranks[1].consumed).containsExactly(999L);
    assertThat(pool.statistics().liveBlocks()).isZero();
    receive(new byte[256]);
    assertThat(ranks[1].consumed).containsExactly(999L, 256L);
    send(new byte[5000]);
    receive(new byte[5000]);
    assertThat(ranks[1].consumed).as("none was taken over").hasSize(2);
  }

  @Test
  void aLongMessageStaysWithItsSenderUntilItsReceiveComes() {
    long[] data = new long[1000];
    Transfer send = send(data);
    assertThat(send.met()).isFalse();
    data[999] = 7;
    long[] room = new long[1000];
    assertThat(receive(room).met()).isTrue();
    assertThat(send.met()).isTrue();
    assertThat(room[999]).isEqualTo(7);
  }

  @Test
  void theOnlyThreadOfARankIsToldThatThereIsNoMemoryForWhatItSendsItself() {
    Poor rank = new Poor();
    for (int i = 0; i < 2; i++) {
      Transfer send = rank.toItself(new byte[1000]);
      assertThatThrownBy(() -> rank.await(send))
          .isInstanceOf(PoolExhaustedException.class)
          .hasMessageContaining("1000 bytes to itself")
          .hasMessageContaining("start its receive first");
    }
    Transfer receive = rank.take().of(new byte[1000]).with(0, 1, TAG);
    rank.receive(receive);
    assertThat(receive.met()).as("what failed is not there").isFalse();
    rank.await(rank.toItself(new byte[1000]));
    rank.await(receive);
    assertThat(receive.sentBytes()).isEqualTo(1000);
  }

  @Test
  void anotherThreadMayReceiveWhatARankWithoutMemorySendsItself() throws Exception {
    Poor rank = new Poor();
    Transfer send = rank.toItself(new byte[1000]);
    Thread receiver =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!rank.sleeps) {
                    Thread.onSpinWait();
                  }
                  Transfer receive = rank.take().of(new byte[1000]).with(0, 1, TAG);
                  rank.receive(receive);
                  rank.await(receive);
                });
    FutureTask<Boolean> probed =
        new FutureTask<>(() -> rank.probe(rank.take().with(0, 1, TAG + 1)));
    Thread.ofPlatform().start(probed);
    assertThat(probed.get()).isFalse();
    rank.await(send);
    receiver.join();
  }

  /// A rank whose pool has nothing, and that is alone.
  private static final class Poor extends Endpoint {
    private volatile boolean sleeps;

    Poor() {
      super(
          0,
          1,
          1 << 20,
          BufferPools.plain(PoolOptions.defaults().withLimitBytes(1)),
          IdleStrategy.yielding(1));
    }

    Transfer toItself(byte[] data) {
      Transfer send = take().of(data).with(0, 1, TAG);
      send(send);
      return send;
    }

    @Override
    protected void sleep(Condition condition, long nanos) {
      sleeps = true;
      super.sleep(condition, nanos);
    }

    @Override
    protected void transmit(Transfer send) {
      throw new AssertionError("there is no other rank");
    }

    @Override
    protected void request(Arrival arrival, Transfer receive) {
      throw new AssertionError("there is no other process");
    }

    @Override
    protected void refuse(Arrival arrival) {
      throw new AssertionError("there is no other process");
    }

    @Override
    public void close() {}
  }

  @Test
  void aMessageGoesStraightIntoTheReceiveThatWaitsForIt() {
    long[] room = new long[2];
    Transfer receive = receive(room);
    assertThat(receive.met()).isFalse();
    assertThat(ranks[1].cancel(receive)).isTrue();
    assertThat(ranks[1].cancel(receive)).isFalse();
    Transfer again = receive(room);
    assertThat(send(new long[] {1, 2}).met()).isTrue();
    assertThat(again.met()).isTrue();
    assertThat(room).containsExactly(1, 2);
    assertThat(receive.met()).isFalse();
  }

  @Test
  void whatDoesNotFitFailsAtTheReceiverAloneHoweverItComes() {
    List<Runnable> ways =
        List.of(
            () -> assertThatMessageIsTooLong(receive(new byte[1]), send(new byte[2])),
            () -> assertThatMessageIsTooLong(send(new byte[2]), receive(new byte[1])),
            () -> assertThatMessageIsTooLong(send(new byte[2000]), receive(new byte[1])));
    ways.forEach(Runnable::run);
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  private static void assertThatMessageIsTooLong(Transfer one, Transfer other) {
    Transfer receive = one.peer() == 0 ? one : other;
    Transfer send = one.peer() == 0 ? other : one;
    assertThat(send.met()).isTrue();
    send.check();
    assertThat(receive.met()).isTrue();
    assertThatThrownBy(receive::check)
        .isInstanceOf(MessageException.class)
        .hasMessageStartingWith("receive from rank 0 with tag 5: the message has ");
  }

  @Test
  void anEndpointSaysWhatItIs() {
    assertThat(ranks[1].rank()).isOne();
    assertThat(ranks[1].size()).isEqualTo(2);
    assertThat(ranks[1].eagerLimit()).isEqualTo(1000);
    assertThat(ranks[1].pool()).isSameAs(pool);
    assertThat(ranks[1].sharesMemoryWith(1)).isTrue();
    assertThat(ranks[1].sharesMemoryWith(0)).isFalse();
    assertThat(ranks[1].isAttended()).isFalse();
  }

  @Test
  void aTransferWithNobodyIsDoneAtOnce() {
    Transfer send = ranks[0].take().of(new byte[5]).with(Transfer.NOBODY, 1, TAG);
    ranks[0].send(send);
    assertThat(send.met()).isTrue();
    Transfer receive = ranks[1].take().of(new byte[5]).with(Transfer.NOBODY, 1, TAG);
    ranks[1].receive(receive);
    assertThat(receive.met()).isTrue();
    assertThat(receive.source()).isEqualTo(Transfer.NOBODY);
    Transfer probe = ranks[1].take().with(Transfer.NOBODY, 1, TAG);
    assertThat(ranks[1].probe(probe)).isTrue();
    assertThat(probe.source()).isEqualTo(Transfer.NOBODY);
    assertThat(probe.sentBytes()).isZero();
  }

  @Test
  void aMessageThatWasTakenOutOfMatchingIsReceivedOnce() {
    Transfer probe = room(new byte[0]);
    assertThat(ranks[1].probe(probe)).isFalse();
    assertThat(ranks[1].setAside(probe)).isSameAs(Arrival.NONE);
    send(new byte[] {1, 2});
    assertThat(ranks[1].probe(probe)).isTrue();
    assertThat(probe.sentBytes()).isEqualTo(2);
    Arrival aside = ranks[1].awaitAside(probe);
    assertThat(ranks[1].probe(probe)).isFalse();
    byte[] room = new byte[2];
    Transfer receive = room(room);
    ranks[1].receive(receive, aside);
    assertThat(receive.met()).isTrue();
    assertThat(room).containsExactly(1, 2);
    ranks[1].fail(JobFailure.ofRank(0, "rank 0 is gone"));
    assertThat(ranks[1].consumed).as("received, not let go of too").hasSize(1);
  }

  @Test
  void aFailureEndsAllThatIsUnderWayAndFreesWhatWasTakenOver() {
    send(new byte[600]);
    Arrival _ = ranks[1].setAside(room(new byte[600]));
    send(new byte[700]);
    Transfer announced = send(new byte[5000]);
    Transfer waiting = ranks[1].take().of(new byte[1]).with(0, 1, TAG + 1);
    ranks[1].receive(waiting);
    ranks[1].fail(JobFailure.ofRank(0, "rank 0 is gone"));
    assertThat(ranks[1].hasFailed()).isTrue();
    for (Transfer under : List.of(announced, waiting)) {
      assertThat(under.met()).isTrue();
      assertThatThrownBy(under::check).hasMessageContaining("rank 0 is gone");
    }
    assertThat(pool.statistics().liveBlocks()).isZero();
    assertThatThrownBy(() -> ranks[1].probe(room(new byte[1])))
        .hasMessageContaining("rank 0 is gone");
    assertThatThrownBy(() -> ranks[1].receive(nobody())).hasMessageContaining("rank 0 is gone");
    assertThatThrownBy(() -> ranks[1].send(nobody())).hasMessageContaining("rank 0 is gone");
    assertThatThrownBy(() -> send(new byte[1])).hasMessageContaining("rank 0 is gone");
  }

  private Transfer nobody() {
    return ranks[1].take().of(new byte[1]).with(Transfer.NOBODY, 1, TAG);
  }

  @Test
  void whatFailsToBeTakenOverFailsAtItsReceive() {
    Broken broken = new Broken();
    Transfer send = ranks[0].take().of(broken).with(1, 1, TAG);
    ranks[0].send(send);
    assertThat(send.met()).isTrue();
    assertThatThrownBy(receive(new byte[100])::check).hasMessage("the arena is closed");
    assertThatThrownBy(receiveBefore(broken)::check).hasMessage("the arena is closed");
  }

  /// Memory that takes in what makes no sense.
  private record Senseless() implements Payload {
    @Override
    public MessageKind kind() {
      return MessageKind.BYTE;
    }

    @Override
    public long bytes() {
      return 100;
    }

    @Override
    public void copyTo(long at, MemorySegment target, long targetAt, long count) {}

    @Override
    public void admit(MessageKind sent, ByteOrder order, long bytes) {}

    @Override
    public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {}

    @Override
    public void arrived() {
      throw new MessageException("makes no sense");
    }

    @Override
    public boolean offHeap(long at) {
      return false;
    }

    @Override
    public ByteBuffer buffer(long at, int limit) {
      throw new AssertionError("not off the heap");
    }
  }

  /// Memory that cannot be read.
  private record Broken() implements Payload {
    @Override
    public MessageKind kind() {
      return MessageKind.BYTE;
    }

    @Override
    public long bytes() {
      return 100;
    }

    @Override
    public void copyTo(long at, MemorySegment target, long targetAt, long count) {
      throw new IllegalStateException("the arena is closed");
    }

    @Override
    public void admit(MessageKind sent, ByteOrder order, long bytes) {}

    @Override
    public void copyFrom(MemorySegment source, long sourceAt, long at, long count) {}

    @Override
    public void arrived() {}

    @Override
    public boolean offHeap(long at) {
      return false;
    }

    @Override
    public ByteBuffer buffer(long at, int limit) {
      throw new AssertionError("not off the heap");
    }
  }

  private Transfer receiveBefore(Payload payload) {
    Transfer receive = receive(new byte[100]);
    ranks[0].send(ranks[0].take().of(payload).with(1, 1, TAG));
    return receive;
  }

  @Test
  void theOnlyThreadIsToldThatNobodyIsLeftToSend() {
    Transfer receive = ranks[1].take().of(new byte[1]).with(Transfer.ANY, 1, TAG);
    ranks[1].receive(receive);
    assertThat(ranks[1].endIfForsaken(receive)).isFalse();
    ranks[1].departed(0);
    String told = "receive from any rank: all other ranks of the communicator have left the job";
    assertThatThrownBy(() -> ranks[1].await(receive)).hasMessage(told);
    Transfer probe = ranks[1].take().with(Transfer.ANY, 1, TAG);
    assertThatThrownBy(() -> ranks[1].awaitProbe(probe)).hasMessage(told);
    assertThatThrownBy(() -> ranks[1].awaitAside(probe)).hasMessage(told);
  }

  @Test
  void oneOfSeveralThreadsWaitsForWhatTheOthersMayStillSend() throws Exception {
    Transfer receive = ranks[1].take().of(new byte[1]).with(Transfer.ANY, 1, TAG);
    ranks[1].receive(receive);
    ranks[1].departed(0);
    Thread other = Thread.ofPlatform().start(() -> ranks[1].send(nobody()));
    other.join();
    assertThat(ranks[1].endIfForsaken(receive)).isFalse();
    Transfer send = ranks[1].take().of(new byte[1]).with(1, 1, TAG);
    ranks[1].send(send);
    ranks[1].await(receive);
    assertThat(receive.source()).isOne();
  }

  @Test
  void aThreadThatOnlyWaitsIsOneOfSeveralToo() throws Exception {
    Transfer receive = ranks[1].take().of(new byte[1]).with(Transfer.ANY, 1, TAG);
    ranks[1].receive(receive);
    ranks[1].departed(0);
    AtomicBoolean ended = new AtomicBoolean(true);
    Thread other = Thread.ofPlatform().start(() -> ended.set(ranks[1].endIfForsaken(receive)));
    other.join();
    assertThat(ended).isFalse();
    assertThat(receive.met()).isFalse();
  }

  @Test
  void aReceiveThatNobodyCanMeetIsEndedOnce() {
    Transfer receive = ranks[1].take().of(new byte[1]).with(Transfer.ANY, 1, TAG);
    ranks[1].receive(receive);
    ranks[1].departed(0);
    assertThat(ranks[1].endIfForsaken(receive)).isTrue();
    assertThat(receive.met()).isTrue();
    assertThat(ranks[1].endIfForsaken(receive)).isFalse();
  }

  @Test
  void aTransferIsUsedAgainOnceItIsDone() {
    Transfer done = send(new byte[1]);
    ranks[0].give(done);
    assertThat(ranks[0].take()).isSameAs(done);
    Transfer under = send(new byte[5000]);
    ranks[0].give(under);
    assertThat(ranks[0].take()).isNotSameAs(under);
    receive(new byte[1]);
    receive(new byte[5000]);
    assertThat(under.met()).isTrue();
  }

  @Test
  void whoeverAskedIsToldOfTheEndWhetherItSucceedsOrFails() {
    AtomicInteger told = new AtomicInteger();
    Transfer receive = room(new byte[5]);
    receive.whenDone(told::incrementAndGet);
    ranks[1].receive(receive);
    assertThat(told).hasValue(0);
    send(new byte[5]);
    assertThat(told).hasValue(1);
    assertThat(receive.isSpoilt()).isFalse();
    ranks[1].give(receive);
    Transfer again = room(new byte[1]);
    assertThat(again).isSameAs(receive);
    ranks[1].receive(again);
    send(new byte[2]);
    assertThat(again.isSpoilt()).isTrue();
    assertThat(told).as("another use's").hasValue(1);
  }

  @Test
  void whatMakesNoSenseFailsAtItsReceiver() {
    Transfer receive = ranks[1].take().of(new Senseless()).with(0, 1, TAG);
    ranks[1].receive(receive);
    send(new byte[100]);
    assertThat(receive.met()).isTrue();
    assertThatThrownBy(receive::check).hasMessage("makes no sense");
  }

  @Test
  void aTileIsCopiedPieceByPieceAndItsBlockIsGivenBack() {
    long blocks = BufferPool.shared().statistics().liveBlocks();
    byte[] field = new byte[300 * 1000];
    new Random(5).nextBytes(field);
    Tile columns =
        new Tile(Elements.of(field), Shape.of(300, 1000), Hyperslab.at(0, 3).count(300, 900));
    byte[] room = new byte[300 * 900];
    Transfer receive = receive(room);
    ranks[0].send(ranks[0].take().of(new TilePayload(columns)).with(1, 1, TAG));
    assertThat(receive.met()).isTrue();
    receive.check();
    for (int row = 0; row < 300; row++) {
      assertThat(Arrays.copyOfRange(room, row * 900, row * 900 + 900))
          .isEqualTo(Arrays.copyOfRange(field, row * 1000 + 3, row * 1000 + 903));
    }
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(blocks);
  }

  @Test
  void aTransferMayNameASegmentWithTheKindOfItsElements() {
    int[] data = {1, 2, 3};
    Transfer send =
        ranks[0].take().of(MemorySegment.ofArray(data), MessageKind.INT).with(1, 1, TAG);
    ranks[0].send(send.ahead(5));
    assertThat(send.ahead()).as("begun anew").isZero();
    assertThat(send.ahead(4).ahead()).isEqualTo(4);
    int[] room = new int[3];
    assertThat(receive(room).met()).isTrue();
    assertThat(room).isEqualTo(data);
  }

  @Test
  void anAbortFailsAllThatComesAfter() {
    ranks[0].check();
    assertThat(ranks[0].hasFailed()).isFalse();
    ranks[0].abort(3, "rank 0 has aborted");
    assertThat(ranks[0].hasFailed()).isTrue();
    assertThatThrownBy(ranks[0]::check).hasMessageContaining("rank 0 has aborted");
    assertThat(ranks[0].failureException()).hasMessageContaining("rank 0 has aborted");
  }
}
