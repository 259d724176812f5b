package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.Transfer;
import org.junit.jupiter.api.Test;

class SideChannelTest {
  /// A rank that has memory for its first message alone.
  private static final class Poor extends Endpoint {
    private int sent;

    Poor() {
      super(0, 2, 1000, BufferPool.shared(), IdleStrategy.yielding(2));
    }

    @Override
    protected void transmit(Transfer send) {
      if (sent > 0) {
        throw new PoolExhaustedException("no memory in this test");
      }
      sent++;
      send.end();
    }

    @Override
    protected void request(Arrival arrival, Transfer receive) {
      throw new AssertionError("nothing is announced");
    }

    @Override
    protected void refuse(Arrival arrival) {
      throw new AssertionError("nothing is announced");
    }

    @Override
    public void close() {}
  }

  @Test
  void aMessageForWhichThereIsNoMemoryIsDropped() {
    Poor rank = new Poor();
    SideChannel channel = new SideChannel(rank, 9, 1);
    channel.send(1, 7);
    channel.send(1, 7);
    channel.send(1, 7);
    assertThat(rank.sent).isOne();
  }
}
