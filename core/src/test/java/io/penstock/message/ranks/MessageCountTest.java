package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import io.penstock.message.match.YieldingPatience;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How many messages operations of all ranks take. Ranks that wait for more than a second tell each
/// other so, which may double it on a busy machine.
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
    Counting(int rank) {
      super(rank, RANKS, 1 << 16, BufferPool.shared(), new YieldingPatience(RANKS));
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
