package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageKind;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    assertThat(stepsToMeetReceives(order, 100_000)).isLessThan(8);
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
    int count = 100_000;
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
    assertThat((double) arrivals.steps() / count).isLessThan(40);
  }

  @ParameterizedTest
  @EnumSource
  void aReceiveIsTakenBackInAsManyStepsHoweverManyWait(Order order) {
    int count = 100_000;
    List<Transfer> receives = IntStream.range(0, count).mapToObj(i -> receive(i % 5, 9)).toList();
    receives.forEach(posted::add);
    for (int i = 0; i < count; i++) {
      assertThat(posted.remove(receives.get(order.of(i, count)))).isTrue();
      assertThat(posted.remove(receives.get(order.of(i, count)))).isFalse();
    }
    assertThat((double) posted.steps() / count).isLessThan(4);
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
