package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.Reduction;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.Transfer;
import io.penstock.testing.ForwardedPool;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemoteTargetTest {
  private static final int CONTEXT = 6;

  /// The pool gives one block, and then none.
  private boolean full;

  private final BufferPool pool =
      new ForwardedPool(
          BufferPool.shared(),
          _ -> {
            if (full) {
              throw new PoolExhaustedException("no memory in this test");
            }
            full = true;
          });

  /// A rank whose requests are answered once it waits.
  private final class Origin extends Endpoint {
    private final Queue<RemoteAccess> requests = new ArrayDeque<>();
    private int answers;

    Origin() {
      super(0, 2, 1 << 20, pool, IdleStrategy.yielding(2));
    }

    @Override
    protected void transmit(Transfer send) {
      MemorySegment head = MemorySegment.ofArray(new byte[(int) RemoteAccess.HEAD]);
      send.payload().copyTo(0, head, 0, RemoteAccess.HEAD);
      requests.add(RemoteAccess.read(head));
      send.end();
    }

    @Override
    public boolean progress() {
      RemoteAccess request = requests.poll();
      if (request == null) {
        return false;
      }
      Incoming answer = new Incoming();
      ByteOrder order = ByteOrder.nativeOrder();
      answer.envelope(1, CONTEXT, request.replyTag(), request.kind(), order, request.bytes());
      answer.announcedAs(1);
      meet(answer);
      assertThat(answer.receive()).isNotEqualTo(Transfer.NONE);
      answer.receive().admit(1, request.replyTag(), request.kind(), order, request.bytes());
      answer.receive().arrived();
      answers++;
      return true;
    }

    @Override
    protected void request(Arrival arrival, Transfer receive) {
      throw new AssertionError();
    }

    @Override
    protected void refuse(Arrival arrival) {
      throw new AssertionError();
    }

    @Override
    public void close() {}
  }

  @Test
  void aLockIsGivenUpWhereThereIsNoMemoryLeft() {
    Origin origin = new Origin();
    full = true;
    new RemoteTarget(origin, 1, CONTEXT).letGo();
    assertThat(origin.requests)
        .extracting(RemoteAccess::operation)
        .containsExactly(RemoteAccess.Operation.UNLOCK);
  }

  /// The other rank serves nobody until an answer has left that it was asked for.
  @Test
  void theAnswersToPartsOfAnOperationThatCannotGoOnAreStillTaken() {
    Origin origin = new Origin();
    RemoteTarget target = new RemoteTarget(origin, 1, CONTEXT);
    Region data = Region.of(new long[100_000]);
    Region before = Region.of(new long[100_000]);
    assertThatExceptionOfType(PoolExhaustedException.class)
        .isThrownBy(() -> target.getAccumulate(data, before, 0, Reduction.SUM));
    assertThat(origin.answers).isEqualTo(1);
  }
}
