package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.RankFailedException;
import io.penstock.message.match.Credit;
import io.penstock.message.match.Transfer;
import io.penstock.testing.ForwardedPool;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a rank does with a peer that breaks the protocol, stalls or dies: it gets an error that
/// names the peer, soon, and gives all memory back.
@Timeout(60)
class HostilePeerTest {
  private static final int TAG = 7;
  private static final long EAGER_LIMIT = 64 << 10;
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final BufferPool pool =
      BufferPools.cached(PoolOptions.defaults().withLimitBytes(24L << 20));
  private final BufferPool lender = new ForwardedPool(pool, _ -> requireMemory());
  private volatile boolean full;
  private TcpEndpoint rank;
  private RawPeer peer;

  @BeforeEach
  void connect() throws IOException {
    connect(FOR_EVER);
  }

  /// @param silence how long the peer, which is this thread and may have to wait for a processor,
  ///   may be silent
  private void connect(Duration silence) throws IOException {
    List<Mesh> meshes = LoopbackJob.meshes(2);
    TcpSettings settings = new TcpSettings(EAGER_LIMIT, silence.toNanos(), 0);
    rank = new TcpEndpoint(meshes.get(0), settings, lender);
    peer = new RawPeer(meshes.get(1).peer(0));
  }

  private void disconnect() {
    peer.close();
    rank.close();
  }

  @AfterEach
  void everyBlockIsGivenBack() {
    disconnect();
    assertThat(pool.statistics().liveBlocks()).isZero();
    pool.close();
  }

  @Test
  void bytesThatAreNoFrameEndTheJob() {
    peer.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertReceiveFails("rank 1 broke the protocol: bytes that are no frame");
  }

  @Test
  void aMessageOfAnImpossibleLengthEndsTheJobBeforeMemoryIsTaken() {
    peer.head(FrameType.MESSAGE, h -> h.bytes = 1L << 62);
    assertReceiveFails("an unannounced message of 4611686018427387904 bytes");
  }

  @Test
  void aNegativeLengthEndsTheJob() {
    peer.head(FrameType.MESSAGE, h -> h.bytes = -1);
    assertReceiveFails("a negative size, place, context or tag");
  }

  @ParameterizedTest
  @EnumSource(
      value = FrameType.class,
      names = {"REQUEST", "PAYLOAD", "REFUSAL"})
  void aNumberOfNoTransferEndsTheJob(FrameType type) {
    peer.head(type, h -> h.number = 1L << 40);
    assertReceiveFails("which is not under way");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 2, 1L << 32})
  void anAbortFrameForNoRankOfTheJobIsABrokenProtocol(long failed) {
    peer.head(FrameType.ABORT, h -> h.number = failed);
    assertReceiveFails("rank 1 broke the protocol: an abort frame for rank " + failed + " of 2");
  }

  @Test
  void anAbortFrameWithoutAReasonIsToldAllTheSame() {
    peer.head(FrameType.ABORT, h -> h.number = 1);
    assertReceiveFails("rank 1 brought the job down without a reason");
  }

  @Test
  void aCreditForWhatWasNeverSentEndsTheJob() {
    peer.head(FrameType.CREDIT, h -> h.number = 1_000_000);
    assertReceiveFails("a credit of 1000000 of 0 bytes");
  }

  @Test
  void anAnnouncementWithoutANumberEndsTheJob() {
    peer.head(FrameType.ANNOUNCEMENT, h -> h.bytes = 100);
    assertReceiveFails("an announcement without a number");
  }

  @Test
  void aPayloadOfAnotherLengthThanAnnouncedEndsTheJob() {
    Transfer receive = receive(new byte[100]);
    peer.head(FrameType.ANNOUNCEMENT, message(h -> h.number = 5));
    Frame request = peer.hear().orElseThrow();
    peer.head(
        FrameType.PAYLOAD,
        h -> {
          h.number = request.bytes;
          h.bytes = 101;
        });
    assertFails(receive, "101 bytes from byte 0 on, where 100 were asked for from byte 0 on");
  }

  @ParameterizedTest
  @ValueSource(longs = {100, 104, 50})
  void bytesAheadThatAreNoBeginningOfTheMessageEndTheJob(long ahead) {
    peer.head(FrameType.ANNOUNCEMENT, message(h -> aheadOf(h, ahead)));
    assertReceiveFails("%d bytes ahead of a message of 100".formatted(ahead));
  }

  private static void aheadOf(Frame announcement, long bytes) {
    announcement.number = 5;
    announcement.from = bytes;
  }

  @Test
  void theRestOfAnAwaitedMessageIsAskedForAtOnceAndFollowsWhatCameAhead() {
    byte[] target = new byte[100];
    Transfer receive = receive(target);
    peer.head(FrameType.ANNOUNCEMENT, message(h -> aheadOf(h, 40)));
    Frame request = peer.hear().orElseThrow();
    assertThat(request.from).isEqualTo(40);
    assertThat(request.tag).isEqualTo(1);
    peer.say(filled(40, 1));
    peer.head(FrameType.PAYLOAD, h -> rest(h, request, 40, 60));
    assertThat(receive.met()).isFalse();
    peer.say(filled(60, 2));
    rank.await(receive);
    rank.give(receive);
    assertThat(Arrays.copyOf(target, 40)).containsOnly(1);
    assertThat(Arrays.copyOfRange(target, 40, 100)).containsOnly(2);
  }

  private static byte[] filled(int count, int value) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static void rest(Frame payload, Frame request, long from, long bytes) {
    payload.number = request.bytes;
    payload.from = from;
    payload.bytes = bytes;
  }

  @Test
  void whatComesAheadOfAMessageThatNobodyAwaitsIsDroppedAndAskedForAgain() {
    peer.head(FrameType.ANNOUNCEMENT, message(h -> aheadOf(h, 40)));
    peer.say(filled(40, 1));
    rank.await(() -> rank.probe(pattern()));
    byte[] target = new byte[100];
    Transfer receive = receive(target);
    Frame request = peer.hear().orElseThrow();
    assertThat(request.from).isZero();
    assertThat(request.tag).isZero();
    peer.head(FrameType.PAYLOAD, h -> rest(h, request, 0, 100));
    peer.say(filled(100, 2));
    rank.await(receive);
    rank.give(receive);
    assertThat(target).containsOnly(2);
  }

  @Test
  void aMessageThatIsRefusedHasItsBeginningDropped() {
    Transfer receive = receive(new byte[50]);
    peer.head(FrameType.ANNOUNCEMENT, message(h -> aheadOf(h, 40)));
    peer.say(filled(40, 1));
    assertThatThrownBy(() -> rank.await(receive)).hasMessageContaining("the receiver has room");
    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.REFUSAL);
    rank.give(receive);
    assertTheJobGoesOn();
  }

  @Test
  void theRestFromAnotherPlaceThanAskedForEndsTheJob() {
    Transfer receive = receive(new byte[100]);
    peer.head(FrameType.ANNOUNCEMENT, message(h -> aheadOf(h, 40)));
    Frame request = peer.hear().orElseThrow();
    peer.say(filled(40, 1));
    peer.head(FrameType.PAYLOAD, h -> rest(h, request, 48, 52));
    assertFails(receive, "52 bytes from byte 48 on, where 60 were asked for from byte 40 on");
  }

  @Test
  void aRequestFromAPlaceThatWasNotOfferedEndsTheJob() {
    Transfer send = rank.take().of(new byte[1 << 20]).with(1, 0, TAG);
    rank.send(send);
    Frame announcement = peer.hear().orElseThrow();
    peer.bytes((int) announcement.from);
    peer.head(
        FrameType.REQUEST,
        h -> {
          h.number = announcement.number;
          h.from = announcement.from + 8;
        });
    assertFails(send, "a request for a message from byte");
  }

  @Test
  void nothingMoreTravelsAheadToARankWhoseReceivesAreLate() {
    byte[] source = new byte[1 << 20];
    Transfer send = rank.take().of(source).with(1, 0, TAG);
    rank.send(send);
    Frame announcement = peer.hear().orElseThrow();
    assertThat(announcement.from).isEqualTo(EAGER_LIMIT);
    peer.bytes((int) announcement.from);
    peer.head(
        FrameType.REQUEST,
        h -> {
          h.number = announcement.number;
          h.bytes = 1;
        });
    Thread reader = Thread.ofPlatform().start(() -> peer.bytes(Frame.BYTES + (1 << 20)));
    rank.await(send);
    join(reader);
    rank.give(send);
    Transfer next = rank.take().of(source).with(1, 0, TAG);
    rank.send(next);
    assertThat(peer.hear().orElseThrow().from).isZero();
    peer.close();
    assertFails(next, "rank 1 is gone");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReceiveWhoseMemoryIsClosedWhenItHasItsBeginningFailsOnceTheRestHasCome() {
    Arena arena = Arena.ofShared();
    Transfer receive = rank.take().of(arena.allocate(100)).with(1, 0, TAG);
    rank.receive(receive);
    peer.head(FrameType.ANNOUNCEMENT, message(h -> aheadOf(h, 40)));
    Frame request = peer.hear().orElseThrow();
    arena.close();
    peer.say(new byte[40]);
    peer.head(FrameType.PAYLOAD, h -> rest(h, request, 40, 60));
    peer.say(new byte[60]);
    assertThatThrownBy(() -> rank.await(receive)).isInstanceOf(IllegalStateException.class);
    assertTheJobGoesOn();
  }

  private void assertTheJobGoesOn() {
    Transfer next = receive(new byte[100]);
    peer.head(FrameType.MESSAGE, message(h -> {}));
    peer.say(new byte[100]);
    rank.await(next);
    rank.give(next);
  }

  @Test
  void anAnnouncementBeyondAllMemoryIsRefusedAndTheJobGoesOn() {
    Transfer receive = receive(new byte[100]);
    peer.head(FrameType.ANNOUNCEMENT, message(h -> hugeAs(h, 5)));
    assertThatThrownBy(() -> rank.await(receive))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("the receiver has room for 100");
    rank.give(receive);
    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.REFUSAL);

    assertTheJobGoesOn();
  }

  private static void hugeAs(Frame header, long number) {
    header.bytes = 1L << 62;
    header.number = number;
  }

  @Test
  void aPeerThatDiesInTheMiddleOfAMessageFailsItsReceive() {
    Transfer receive = receive(new byte[100]);
    peer.head(FrameType.MESSAGE, message(h -> {}));
    peer.say(new byte[60]);
    peer.close();
    assertFails(receive, "rank 1 is gone: the connection ended");
  }

  @Test
  void aPeerThatDiesInTheMiddleOfAMessageThatNobodyAwaitedFailsTheReceiveThatClaimsIt() {
    peer.head(FrameType.MESSAGE, message(h -> h.bytes = 1000));
    peer.say(new byte[60]);
    rank.await(() -> rank.probe(pattern()));
    Transfer receive = receive(new byte[1000]);
    peer.close();
    assertFails(receive, "rank 1 is gone");
  }

  @Test
  void aPeerThatFallsSilentIsTakenForDead() throws IOException {
    disconnect();
    connect(Duration.ofSeconds(1));
    assertReceiveFails("rank 1 is gone: it has been silent for more than");
  }

  /// Its machine may be lost after it has said goodbye, and before it has heard ours.
  @Test
  void aPeerThatFallsSilentWhileBothLeaveHoldsNobodyUp() throws IOException {
    disconnect();
    connect(Duration.ofSeconds(1));
    peer.head(FrameType.BYE, h -> {});
    assertThatThrownBy(() -> rank.await(receive(new byte[100])))
        .hasMessageContaining("has left the job");

    rank.close();

    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.FAREWELL);
    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.BYE);
    assertThat(peer.hear()).isEmpty();
  }

  @Test
  void aPeerThatStallsInTheMiddleOfAMessageIsTakenForDead() throws IOException {
    disconnect();
    connect(Duration.ofSeconds(3));
    Transfer receive = receive(new byte[100]);
    peer.head(FrameType.MESSAGE, message(h -> {}));
    peer.say(new byte[60]);
    assertFails(receive, "silent");
  }

  @Test
  void aSendThatIsNeverAskedForFailsWhenThePeerDies() {
    Transfer send = rank.take().of(new byte[1 << 20]).with(1, 0, TAG);
    rank.send(send);
    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.ANNOUNCEMENT);
    peer.close();
    assertFails(send, "rank 1 is gone");
  }

  @Test
  void aReceiveWhoseMemoryIsClosedFailsAloneAndTheJobGoesOn() {
    Arena arena = Arena.ofShared();
    Transfer receive = rank.take().of(arena.allocate(1 << 20)).with(1, 0, TAG);
    rank.receive(receive);
    peer.head(FrameType.MESSAGE, message(h -> h.bytes = 1 << 20));
    peer.say(new byte[1000]);
    arena.close();
    peer.say(new byte[(1 << 20) - 1000]);
    assertThatThrownBy(() -> rank.await(receive)).isInstanceOf(IllegalStateException.class);

    assertTheJobGoesOn();
  }

  @Test
  void aSendWhoseMemoryIsClosedEndsTheJobAtThisRank() {
    Arena arena = Arena.ofShared();
    Transfer send = rank.take().of(arena.allocate(1 << 20)).with(1, 0, TAG);
    rank.send(send);
    Frame announcement = peer.hear().orElseThrow();
    arena.close();
    peer.head(
        FrameType.REQUEST,
        h -> {
          h.number = announcement.number;
          h.bytes = 1;
        });
    assertFails(send, "rank 0: the memory of a message cannot be read while it is sent");
  }

  @Test
  void whatAnotherRankDiedOfIsPassedOn() {
    Transfer receive = receive(new byte[100]);
    byte[] reason = "rank 1 is gone: killed".getBytes(StandardCharsets.UTF_8);
    peer.head(
        FrameType.ABORT,
        h -> {
          h.number = 1;
          h.bytes = reason.length;
        });
    peer.say(reason);
    assertThatThrownBy(() -> rank.await(receive))
        .isInstanceOfSatisfying(RankFailedException.class, e -> assertThat(e.rank()).isEqualTo(1))
        .hasMessageContaining("rank 1 is gone: killed");
  }

  @Test
  void aPeerThatLeavesInGoodOrderFailsOnlyWhatAwaitsIt() {
    Transfer receive = receive(new byte[100]);
    peer.head(FrameType.BYE, h -> {});
    assertThatThrownBy(() -> rank.await(receive))
        .isInstanceOf(MessageException.class)
        .isNotInstanceOf(RankFailedException.class)
        .hasMessageContaining("that rank has left the job");
    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.FAREWELL);
    assertThatThrownBy(() -> rank.send(rank.take().of(new byte[1]).with(1, 0, TAG)))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("has left the job");
    peer.head(FrameType.FAREWELL, h -> {});
  }

  @Test
  void whatAPeerAnnouncedAndLeftBehindFailsTheReceiveThatClaimsIt() {
    peer.head(FrameType.ANNOUNCEMENT, message(h -> h.number = 5));
    peer.head(FrameType.BYE, h -> {});
    peer.close();
    rank.await(() -> rank.connection(1).isClosed());

    Transfer receive = receive(new byte[100]);

    assertThatThrownBy(() -> rank.await(receive))
        .isInstanceOf(MessageException.class)
        .isNotInstanceOf(RankFailedException.class)
        .hasMessage(
            "rank 1 has left the job: it receives nothing more, and what it announced and did not send is lost");
  }

  @Test
  void aReasonOfAnyLengthIsToldAsFarAsAPeerReads() {
    rank.die("rank 0 failed: " + "because ".repeat(50_000));

    Frame abort = peer.hear().orElseThrow();

    assertThat(abort.type).isEqualTo(FrameType.ABORT);
    assertThat(abort.bytes).isEqualTo(16 << 10);
    byte[] reason = peer.bytes((int) abort.bytes).orElseThrow().array();
    assertThat(new String(reason, StandardCharsets.UTF_8)).startsWith("rank 0 failed: because");
    assertThat(peer.hear()).isEmpty();
  }

  @Test
  void aPeerToWhichALongMessageIsOnItsWayIsToldBehindIt() {
    int bytes = 32 << 20;
    Transfer send = sendAsAsked(bytes);
    Transfer next = rank.take().of(new byte[100]).with(1, 0, TAG);
    rank.send(next);
    Thread dying = Thread.ofPlatform().start(() -> rank.die("rank 0 failed: why"));
    assertThat(peer.hear().orElseThrow().type).isEqualTo(FrameType.PAYLOAD);
    peer.bytes(bytes);

    Frame abort = peer.hear().orElseThrow();

    assertThat(abort.type).isEqualTo(FrameType.ABORT);
    byte[] reason = peer.bytes((int) abort.bytes).orElseThrow().array();
    assertThat(new String(reason, StandardCharsets.UTF_8)).isEqualTo("rank 0 failed: why");
    assertThat(peer.hear()).isEmpty();
    join(dying);
    assertThat(send.met()).isTrue();
    assertFails(next, "rank 0 failed: why");
  }

  /// A message that the peer has asked for, and does not read.
  private Transfer sendAsAsked(int bytes) {
    Transfer send = rank.take().of(new byte[bytes]).with(1, 0, TAG).synchronous();
    rank.send(send);
    Frame announcement = peer.hear().orElseThrow();
    peer.bytes((int) announcement.from);
    peer.head(
        FrameType.REQUEST,
        h -> {
          h.number = announcement.number;
          h.bytes = 1;
        });
    rank.await(() -> rank.connection(1).sendQueue().isFull());
    return send;
  }

  @Test
  void aPeerThatReadsNothingHoldsNobodyUpWhoTellsIt() {
    Transfer send = sendAsAsked(32 << 20);
    rank.die("rank 0 failed: why");
    assertFails(send, "rank 0 failed: why");
  }

  @Test
  void whatIsQueuedBehindThatTheJobHasFailedEndsWithIt() {
    Transfer send = sendAsAsked(32 << 20);
    Transfer next = rank.take().of(new byte[100]).with(1, 0, TAG);
    rank.send(next);
    peer.head(FrameType.ABORT, _ -> {}); // that rank 0 has failed, of which it tells the others
    assertFails(send, "rank 0 brought the job down without a reason");
    assertFails(next, "rank 0 brought the job down without a reason");
  }

  @Test
  void aPeerThatFloodsBeyondItsCreditEndsTheJob() {
    for (int i = 0; i < (int) (Credit.WINDOW / 512) + 1; i++) {
      peer.head(FrameType.MESSAGE, message(h -> h.bytes = 0));
    }
    assertThatThrownBy(() -> rank.await(() -> rank.probe(pattern(TAG + 1))))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("that nobody has asked for");
  }

  @Test
  void aMessageForWhichThereIsNoMemoryEndsTheJobWithTheReason() {
    startFlood();
    assertThatThrownBy(() -> rank.await(() -> rank.probe(pattern(TAG + 1))))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 0 has no memory left");
  }

  @Test
  void anErrorWhereverItIsThrownEndsTheJobWithTheReason() {
    full = true;
    startFlood();
    assertThatThrownBy(() -> rank.await(() -> rank.probe(pattern(TAG + 1))))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 0 cannot go on: java.lang.OutOfMemoryError: of the test");
  }

  private void requireMemory() {
    if (full) {
      throw new OutOfMemoryError("of the test");
    }
  }

  private void startFlood() {
    Thread.ofVirtual()
        .uncaughtExceptionHandler((_, _) -> {})
        .start(this::flood); // ends with the job
  }

  /// Within its credit; until the connection is closed.
  private void flood() {
    for (int i = 0; i < 7; i++) {
      peer.head(FrameType.MESSAGE, message(h -> h.bytes = 4 << 20));
      peer.say(new byte[4 << 20]);
    }
  }

  private static Consumer<Frame> message(Consumer<Frame> rest) {
    return header -> {
      header.kind = MessageKind.BYTE;
      header.tag = TAG;
      header.bytes = 100;
      rest.accept(header);
    };
  }

  private Transfer receive(byte[] target) {
    Transfer receive = rank.take().of(target).with(1, 0, TAG);
    rank.receive(receive);
    return receive;
  }

  private Transfer pattern() {
    return pattern(TAG);
  }

  private Transfer pattern(int tag) {
    return rank.take().with(1, 0, tag);
  }

  private void assertReceiveFails(String why) {
    try {
      assertFails(receive(new byte[100]), why);
    } catch (RankFailedException e) {
      assertThat(e).hasMessageContaining(why); // noticed before the receive began
    }
  }

  private void assertFails(Transfer transfer, String why) {
    assertThatThrownBy(() -> rank.await(transfer))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining(why);
  }
}
