package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.Request;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.Transfer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How many messages operations of all ranks take, and how often requests look for messages. Ranks
/// that wait for more than a second tell each other so, which may double it on a busy machine.
@Timeout(60)
class MessageCountTest {
  private static final int RANKS = 64;
  private static final int STEPS = 6;

  private final AtomicLong messages = new AtomicLong();
  private final List<Counting> ranks = IntStream.range(0, RANKS).mapToObj(Counting::new).toList();

  @Test
  void anAllToAllOfTinyPartsTakesAsManyStepsAsTheRanksHaveBits() throws Exception {
    assertThat(messagesOf(world -> world.allToAll(new int[RANKS], new int[RANKS])))
        .isBetween(RANKS * STEPS, 2 * RANKS * STEPS);
  }

  @Test
  void aBarrierTakesAsManyStepsAsTheRanksHaveBits() throws Exception {
    assertThat(messagesOf(Communicator::barrier)).isBetween(RANKS * STEPS, 2 * RANKS * STEPS);
  }

  @Test
  void ofManyRequestsEachCallLooksOnceForWhatHasCome() {
    Counting rank = ranks.getFirst();
    Communicator world = RankCommunicator.world(rank, "counted");
    List<Request> requests =
        IntStream.range(0, 1000).mapToObj(tag -> world.ireceive(new int[1], 0, tag)).toList();
    assertThat(Request.testAny(requests)).isEmpty();
    assertThat(Request.testSome(requests)).isEmpty();
    assertThat(rank.looks).isEqualTo(2);
    for (int tag = 999; tag >= 0; tag--) {
      world.send(new int[1], 0, tag);
      rank.looks = 0;
      assertThat(Request.awaitAny(requests)).hasValue(tag);
      assertThat(rank.looks).isLessThan(3);
    }
  }

  private int messagesOf(Consumer<Communicator> operation) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(RANKS)) {
      List<Future<?>> all =
          ranks.stream()
              .<Future<?>>map(
                  rank ->
                      threads.submit(
                          () -> operation.accept(RankCommunicator.world(rank, "counted"))))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }
    return messages.intValue();
  }

  private final class Counting extends Endpoint {
    private volatile int looks;

    Counting(int rank) {
      super(rank, RANKS, 1 << 16, BufferPool.shared(), IdleStrategy.yielding(RANKS));
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // counted where one thread looks
    public boolean progress() {
      looks++;
      return false;
    }

    @Override
    protected void transmit(Transfer send) {
      messages.incrementAndGet();
      deliver(send, ranks.get(send.peer()));
    }

    @Override
    protected void request(Arrival arrival, Transfer receive) {}

    @Override
    protected void refuse(Arrival arrival) {}

    @Override
    public void close() {}
  }
}
