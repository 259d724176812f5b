package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.PoolStatistics;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.RankFailedException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The order in which messages and receives meet, and what it takes to find each other.
@Timeout(60)
class MatcherTest {
  private static final int ANY = Transfer.ANY;

  private final PostedReceives posted = new PostedReceives();
  private final Arrivals arrivals = new Arrivals();

  /// Orders in which what is outstanding may be met.
  enum Order {
    SAME(1, 0),
    REVERSE(-1, -1),
    SCATTERED(7919, 0);

    private final int factor;
    private final int first;

    Order(int factor, int first) {
      this.factor = factor;
      this.first = first;
    }

    int of(int i, int count) {
      return Math.floorMod(first + i * factor, count);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMessageFindsItsReceiveInAsManyStepsHoweverManyWait(Order order) {
    assertThat(stepsToMeetReceives(order, 20_000)).isBetween(1.0, 8.0);
  }

  private double stepsToMeetReceives(Order order, int count) {
    List<Transfer> receives = IntStream.range(0, count).mapToObj(tag -> receive(3, tag)).toList();
    receives.forEach(posted::add);
    for (int i = 0; i < count; i++) {
      int tag = order.of(i, count);
      assertThat(posted.takeWanting(3, 1, tag)).isSameAs(receives.get(tag));
    }
    assertThat(posted.takeAll(_ -> true)).isEmpty();
    return (double) posted.steps() / count;
  }

  @ParameterizedTest
  @EnumSource
  void aReceiveFindsItsMessageInAsManyStepsHoweverManyWait(Order order) {
    int count = 20_000;
    arrivals.takeWantedBy(receive(ANY, ANY));
    arrivals.takeWantedBy(receive(ANY, 1));
    arrivals.takeWantedBy(receive(1, ANY));
    List<Arrival> all = IntStream.range(0, count).mapToObj(tag -> arrival(3, tag)).toList();
    all.forEach(arrivals::add);
    for (int i = 0; i < count; i++) {
      int tag = order.of(i, count);
      assertThat(arrivals.takeWantedBy(receive(3, tag))).isSameAs(all.get(tag));
    }
    assertThat(arrivals.takeAll()).isEmpty();
    assertThat((double) arrivals.steps() / count).isBetween(1.0, 40.0);
  }

  @ParameterizedTest
  @EnumSource
  void aReceiveIsTakenBackInAsManyStepsHoweverManyWait(Order order) {
    int count = 20_000;
    List<Transfer> receives = IntStream.range(0, count).mapToObj(i -> receive(i % 5, 9)).toList();
    receives.forEach(posted::add);
    for (int i = 0; i < count; i++) {
      assertThat(posted.remove(receives.get(order.of(i, count)))).isTrue();
      assertThat(posted.remove(receives.get(order.of(i, count)))).isFalse();
    }
    assertThat((double) posted.steps() / count).isBetween(1.0, 4.0);
  }

  /// Against a walk through a list.
  @Test
  void receivesAreMetInTheOrderInWhichTheyCameWhateverTheyLeaveOpen() {
    Random random = new Random(42);
    List<Transfer> model = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      int source = random.nextInt(3);
      int tag = random.nextInt(3);
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          Transfer receive = receive(random.nextInt(-1, 3), random.nextInt(-1, 3));
          posted.add(receive);
          model.add(receive);
        }
        case 2 -> {
          if (!model.isEmpty()) {
            assertThat(posted.remove(model.remove(random.nextInt(model.size())))).isTrue();
          }
        }
        default -> {
          Transfer first =
              model.stream()
                  .filter(receive -> wants(receive, source, tag))
                  .findFirst()
                  .orElse(Transfer.NONE);
          model.remove(first);
          assertThat(posted.takeWanting(source, 1, tag)).isSameAs(first);
          assertThat(posted.takeWanting(source, 2, tag)).isSameAs(Transfer.NONE);
        }
      }
    }
    assertThat(posted.takeAll(_ -> true)).hasSameElementsAs(model);
  }

  /// Against a walk through a list.
  @Test
  void messagesAreTakenInTheOrderInWhichTheyCameWhateverReceivesLeaveOpen() {
    Random random = new Random(43);
    List<Arrival> model = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      if (random.nextBoolean()) {
        Arrival arrival = arrival(random.nextInt(3), random.nextInt(3));
        arrivals.add(arrival);
        model.add(arrival);
      } else {
        Transfer receive = receive(random.nextInt(-1, 3), random.nextInt(-1, 3));
        Arrival first =
            model.stream()
                .filter(arrival -> wants(receive, arrival.source(), arrival.tag()))
                .findFirst()
                .orElse(Arrival.NONE);
        model.remove(first);
        assertThat(arrivals.findWantedBy(receive)).isSameAs(first);
        assertThat(arrivals.takeWantedBy(receive)).isSameAs(first);
      }
    }
    assertThat(arrivals.takeAll()).isEqualTo(model);
  }

  @Test
  void smallMessagesThatNobodyReceivesStayWithTheirSendersBeyondTheBudget() {
    int count = 100_000;
    Matcher matcher = new Matcher(0, 2, 1 << 16, BufferPool.shared());
    List<Transfer> sends = new ArrayList<>();
    long staged = 0;
    for (int i = 0; i < count; i++) {
      Transfer send = transfer().of(new byte[1]).with(0, 1, 5);
      assertThat(matcher.meet(send, 1)).isSameAs(Transfer.NONE);
      staged += send.staged == Arrival.NONE ? 0 : 1;
      sends.add(send);
    }
    assertThat(staged).isPositive().isLessThanOrEqualTo((64L << 20) / Arrival.OVERHEAD);
    for (Transfer send : sends) {
      Arrival arrival = matcher.meet(receive(1, 5));
      assertThat(arrival.isStaged()).isEqualTo(send.staged != Arrival.NONE);
      matcher.recycle(arrival);
    }
    Transfer again = transfer().of(new byte[1]).with(0, 1, 5);
    matcher.meet(again, 1);
    assertThat(again.staged).isNotSameAs(Arrival.NONE);
  }

  @Test
  void aMessageUpToTheEagerLimitIsTakenOverAndALongerOneStaysWithItsSender() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    assertThat(isTakenOver(matcher, send(1000), 1)).isTrue();
    assertThat(isTakenOver(matcher, send(1001), 1)).isFalse();
    assertThat(isTakenOver(matcher, send(10).synchronous(), 1)).isFalse();
  }

  @Test
  void aMessageToOneselfIsTakenOverHoweverLongUnlessItIsSynchronous() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    assertThat(isTakenOver(matcher, send(1001), 0)).isTrue();
    assertThat(isTakenOver(matcher, send(1001).synchronous(), 0)).isFalse();
  }

  @Test
  void aMessageForWhichThePoolHasNoMemoryStaysWithItsSender() {
    BufferPool small = BufferPools.plain(PoolOptions.defaults().withLimitBytes(1 << 16));
    Matcher matcher = new Matcher(0, 2, 1 << 20, small);
    assertThat(isTakenOver(matcher, send(1 << 20), 1)).isFalse();
    assertThat(isTakenOver(matcher, send(1000), 1)).isTrue();
  }

  @Test
  void theBudgetForUnexpectedMessagesIsUsedToItsLastByte() {
    int budget = 64 << 20;
    Matcher matcher = new Matcher(0, 2, budget, BufferPool.shared());
    assertThat(isTakenOver(matcher, send(budget - (int) Arrival.OVERHEAD + 1), 1)).isFalse();
    Transfer exact = send(budget - (int) Arrival.OVERHEAD);
    matcher.meet(exact, 1);
    assertThat(exact.staged).isNotSameAs(Arrival.NONE);
    Transfer beyond = send(0);
    matcher.meet(beyond, 1);
    assertThat(beyond.staged).isSameAs(Arrival.NONE);
    matcher.recycle(matcher.meet(receive(1, 5)));
    matcher.recycle(matcher.meet(receive(1, 5)));
    assertThat(isTakenOver(matcher, send(0), 1)).isTrue();
  }

  @Test
  void soItIsByMessagesOfOtherProcesses() {
    int budget = 64 << 20;
    Matcher matcher = new Matcher(0, 2, budget, BufferPool.shared());
    Incoming head = new Incoming();
    head.envelope(
        1, 1, 5, MessageKind.BYTE, ByteOrder.nativeOrder(), budget - 2 * Arrival.OVERHEAD);
    matcher.meet(head);
    Transfer last = send(0);
    matcher.meet(last, 1);
    assertThat(last.staged).isNotSameAs(Arrival.NONE);
    Transfer beyond = send(0);
    matcher.meet(beyond, 1);
    assertThat(beyond.staged).isSameAs(Arrival.NONE);
    matcher.takeArrivals().forEach(matcher::recycle);
  }

  private static boolean isTakenOver(Matcher matcher, Transfer send, int source) {
    assertThat(matcher.meet(send, source)).isSameAs(Transfer.NONE);
    Arrival arrival = matcher.meet(receive(source, 5));
    boolean staged = arrival.isStaged();
    assertThat(arrival.sender()).isSameAs(staged ? Transfer.NONE : send);
    assertThat(send.staged).isSameAs(staged ? arrival : Arrival.NONE);
    matcher.recycle(arrival);
    return staged;
  }

  @Test
  void theHeadOfAMessageOfAnotherProcessMeetsItsReceiveOrIsKept() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    Incoming head = new Incoming();
    head.envelope(1, 1, 5, MessageKind.BYTE, ByteOrder.nativeOrder(), 300);
    matcher.meet(head);
    assertThat(head.receive()).isSameAs(Transfer.NONE);
    assertThat(head.bytes()).isEqualTo(300);
    Arrival kept = head.arrival();
    assertThat(kept.isStaged()).isTrue();
    assertThat(kept.memory().byteSize()).isGreaterThanOrEqualTo(300);
    head.announcedAs(7);
    matcher.meet(head);
    assertThat(head.arrival().isStaged()).isFalse();
    assertThat(head.arrival().number()).isEqualTo(7);
    assertThat(matcher.meet(receive(1, 5))).isSameAs(kept);
    assertThat(matcher.meet(receive(ANY, ANY))).isSameAs(head.arrival());
    Transfer waiting = receive(1, 5);
    matcher.meet(waiting);
    matcher.meet(head);
    assertThat(head.receive()).isSameAs(waiting);
    assertThat(head.arrival()).isSameAs(Arrival.NONE);
    head.clear();
    assertThat(head.receive()).isSameAs(Transfer.NONE);
    matcher.recycle(kept);
  }

  @Test
  void whoWaitsForARankThatHasLeftIsToldAndNobodyElse() {
    Matcher matcher = new Matcher(0, 3, 1000, BufferPool.shared());
    Transfer fromOne = started(matcher, receive(1, 5));
    Transfer fromTwo = started(matcher, receive(2, 5));
    Transfer fromAny = started(matcher, receive(ANY, 5));
    assertThat(matcher.isForsaken(fromAny)).isFalse();
    matcher.departed(1);
    assertThat(fromOne.met()).isTrue();
    assertThatThrownBy(fromOne::check)
        .hasMessage(
            "receive from rank 1 with tag 5: that rank has left the job and sends nothing more");
    assertThat(fromTwo.met()).isFalse();
    assertThat(fromAny.met()).isFalse();
    String told =
        "receive from rank 1 with tag any: that rank has left the job and sends nothing more";
    assertThatThrownBy(() -> matcher.meet(receive(1, ANY))).hasMessage(told);
    assertThatThrownBy(() -> matcher.look(receive(1, ANY))).hasMessage(told);
    assertThatThrownBy(() -> matcher.setAside(receive(1, ANY))).hasMessage(told);
    assertThat(matcher.look(receive(2, 5))).isFalse();
    assertThat(matcher.setAside(receive(2, 5))).isSameAs(Arrival.NONE);
  }

  @Test
  void aReceiveFromAnyRankIsForsakenWhenAllThatCouldSendHaveLeft() {
    Matcher matcher = new Matcher(0, 3, 1000, BufferPool.shared());
    Transfer fromAny = started(matcher, receive(ANY, 5));
    Transfer fromOneOrSelf = started(matcher, receive(ANY, 6).among(new int[] {0, 1}));
    Transfer fromOthers = started(matcher, receive(ANY, 6).among(new int[] {1, 2}));
    matcher.departed(1);
    assertThat(matcher.isForsaken(fromAny)).isFalse();
    assertThat(matcher.isForsaken(fromOneOrSelf)).isTrue();
    assertThat(matcher.isForsaken(fromOthers)).isFalse();
    assertThat(matcher.isForsaken(receive(1, 5))).isFalse();
    assertThat(matcher.takeForsaken(fromOthers)).isFalse();
    assertThat(matcher.cancel(fromOthers)).isTrue();
    matcher.departed(2);
    assertThat(matcher.isForsaken(fromOthers)).isTrue();
    assertThat(matcher.takeForsaken(fromAny)).isTrue();
    assertThat(matcher.takeForsaken(fromAny)).isFalse();
    assertThat(matcher.forsaken(fromAny))
        .hasMessage("receive from any rank: all other ranks of the communicator have left the job");
  }

  private static Transfer started(Matcher matcher, Transfer receive) {
    receive.begin();
    assertThat(matcher.meet(receive)).isSameAs(Arrival.NONE);
    return receive;
  }

  @Test
  void aLookNotesTheEnvelopeAndLeavesTheMessage() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    Transfer receive = receive(ANY, ANY);
    assertThat(matcher.look(receive)).isFalse();
    matcher.meet(send(100), 1);
    assertThat(matcher.look(receive)).isTrue();
    assertThat(envelope(receive)).containsExactly(1, 5, MessageKind.BYTE, 100L);
    Transfer aside = receive(ANY, ANY);
    Arrival taken = matcher.setAside(aside);
    assertThat(envelope(aside)).containsExactly(1, 5, MessageKind.BYTE, 100L);
    assertThat(matcher.look(receive)).isFalse();
    assertThat(matcher.takeArrivals()).containsExactly(taken);
    assertThat(matcher.takeArrivals()).isEmpty();
  }

  @Test
  void aMessageThatLaysAsideAndMetItsReceiveIsNotTakenOutAgain() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    matcher.meet(send(1), 1);
    Transfer second = send(2);
    matcher.meet(second, 1);
    Arrival aside = matcher.setAside(receive(1, 5));
    matcher.takeAside(aside);
    assertThat(matcher.takeArrivals()).containsExactly(second.staged);
    assertThat(matcher.takeArrivals()).isEmpty();
  }

  private static List<Object> envelope(Transfer receive) {
    return List.of(receive.source(), receive.sentTag(), receive.sentKind(), receive.sentBytes());
  }

  @Test
  void afterAFailureNothingMeetsAndOnlyTheFirstFailureCounts() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    matcher.meet(send(1), 1);
    Arrival aside = matcher.setAside(receive(1, 5));
    Transfer waiting = started(matcher, receive(1, 6));
    matcher.fail(JobFailure.ofRank(1, "rank 1 is gone"));
    matcher.fail(JobFailure.CLOSED);
    List<ThrowingCallable> calls =
        List.of(
            () -> matcher.meet(receive(1, 5)),
            () -> matcher.look(receive(1, 5)),
            () -> matcher.setAside(receive(1, 5)),
            () -> matcher.takeAside(aside),
            () -> matcher.meet(send(1), 1));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(RankFailedException.class)
          .hasMessageContaining("rank 1 is gone");
    }
    assertThat(matcher.takeReceives()).containsExactly(waiting);
    assertThat(matcher.takeReceives()).isEmpty();
    assertThat(matcher.takeArrivals()).containsExactly(aside);
  }

  @Test
  void whoSendsToARankThatHasLeftIsToldSo() {
    Matcher matcher = new Matcher(0, 2, 1000, BufferPool.shared());
    matcher.fail(JobFailure.CLOSED);
    assertThatThrownBy(() -> matcher.meet(send(1), 1))
        .isInstanceOf(MessageException.class)
        .hasMessage("rank 0 has left the job and receives nothing");
    assertThatThrownBy(() -> matcher.meet(receive(1, 5)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the communicator of the world was closed");
  }

  // ---- several threads --------------------------------------------------------------------------

  /// What a thread does with a matcher.
  record Step(String name, Consumer<Matcher> step) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Step> steps() {
    return Stream.of(
        new Step("receive", matcher -> matcher.meet(receive(2, 6))),
        new Step("cancel", matcher -> matcher.cancel(receive(1, 6))),
        new Step("look", matcher -> matcher.look(receive(2, 6))),
        new Step("set aside", matcher -> matcher.setAside(receive(2, 6))),
        new Step("take aside", matcher -> matcher.takeAside(arrival(1, 6))),
        new Step("send", matcher -> matcher.meet(send(1), 1)),
        new Step("send from elsewhere", matcher -> matcher.meet(new Incoming())),
        new Step("recycle", matcher -> matcher.recycle(arrival(1, 6))),
        new Step("depart", matcher -> matcher.departed(2)),
        new Step("ask who is left", matcher -> matcher.isForsaken(receive(ANY, 6))),
        new Step("fail", matcher -> matcher.fail(JobFailure.CLOSED)),
        new Step("take receives", Matcher::takeReceives),
        new Step("take arrivals", Matcher::takeArrivals));
  }

  /// The pool is asked in the middle of a step: it answers when the other thread is seen to wait.
  @ParameterizedTest
  @MethodSource("steps")
  void nothingHappensInTheMiddleOfAnotherStep(Step step) throws InterruptedException {
    AtomicBoolean overtaken = new AtomicBoolean();
    AtomicReference<Matcher> shared = new AtomicReference<>();
    List<Thread> others = new ArrayList<>();
    BufferPool watching =
        new PoolInUse(
            () -> {
              AtomicBoolean done = new AtomicBoolean();
              Thread other =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            step.step.accept(shared.get());
                            done.set(true);
                          });
              others.add(other);
              while (!done.get() && !waitsForALock(other)) {
                Thread.onSpinWait();
              }
              overtaken.set(done.get());
            });
    Matcher matcher = new Matcher(0, 3, 1000, watching);
    shared.set(matcher);
    matcher.departed(1);
    matcher.meet(send(1000), 2);
    for (Thread other : others) {
      other.join();
    }
    assertThat(others).hasSize(1);
    assertThat(overtaken).isFalse();
  }

  private static boolean waitsForALock(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(SpinLock.class.getName()));
  }

  /// A pool that does something before it gives a block.
  private record PoolInUse(Runnable before) implements BufferPool {
    @Override
    public Block take(long bytes) {
      before.run();
      return BufferPool.shared().take(bytes);
    }

    @Override
    public PoolStatistics statistics() {
      return BufferPool.shared().statistics();
    }

    @Override
    public long trim() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private static Transfer send(int bytes) {
    return transfer().of(new byte[bytes]).with(0, 1, 5);
  }

  private static boolean wants(Transfer receive, int source, int tag) {
    return (receive.peer() == ANY || receive.peer() == source)
        && (receive.tag() == ANY || receive.tag() == tag);
  }

  private static Transfer receive(int source, int tag) {
    return transfer().with(source, 1, tag);
  }

  private static Transfer transfer() {
    return new Transfer(new Sleepers(() -> {}));
  }

  private static Arrival arrival(int source, int tag) {
    return new Arrival().envelope(source, 1, tag, MessageKind.BYTES, ByteOrder.nativeOrder(), 0);
  }
}
