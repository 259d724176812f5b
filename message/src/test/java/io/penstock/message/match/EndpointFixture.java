package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Two ranks of one process, whose threads sleep until they are woken.
abstract class EndpointFixture {
  static final int TAG = 5;

  final BufferPool pool = BufferPools.plain(PoolOptions.defaults());
  final Neighbour[] ranks = new Neighbour[2];

  @BeforeEach
  void make() {
    ranks[0] = new Neighbour(0);
    ranks[1] = new Neighbour(1);
  }

  @AfterEach
  void calm() {
    assertThat(Thread.interrupted()).as("left by the last test").isFalse();
  }

  Transfer send(Object data) {
    Transfer send = ranks[0].take().of(data).with(1, 1, TAG);
    ranks[0].send(send);
    return send;
  }

  Transfer receive(Object room) {
    Transfer receive = room(room);
    ranks[1].receive(receive);
    return receive;
  }

  Transfer room(Object room) {
    return ranks[1].take().of(room).with(0, 1, TAG);
  }

  /// A rank of this process whose threads sleep for as long as nobody wakes them.
  class Neighbour extends Endpoint {
    final List<Long> consumed = new ArrayList<>();
    final List<Long> requested = new ArrayList<>();
    final List<Long> refused = new ArrayList<>();
    final AtomicInteger alarms = new AtomicInteger();

    Neighbour(int rank) {
      super(rank, 2, 1000, pool, IdleStrategy.yielding(1));
    }

    @Override
    protected void sleep(Condition condition, long nanos) {
      if (!condition.met()) {
        LockSupport.park(this);
      }
    }

    @Override
    protected void alarm() {
      alarms.incrementAndGet();
    }

    @Override
    protected void consumed(int source, long bytes) {
      consumed.add(bytes);
    }

    @Override
    protected void transmit(Transfer send) {
      deliver(send, ranks[send.peer()]);
    }

    @Override
    protected void request(Arrival arrival, Transfer receive) {
      requested.add(arrival.number());
    }

    @Override
    protected void refuse(Arrival arrival) {
      refused.add(arrival.number());
    }

    @Override
    public void close() {}
  }
}
