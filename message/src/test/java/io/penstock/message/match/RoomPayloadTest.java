package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Room for a message whose size is not known before it comes.
class RoomPayloadTest {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment SENT = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6});

  private final BufferPool pool = BufferPools.plain(PoolOptions.defaults());
  private final RoomPayload room = new RoomPayload(pool, MessageKind.OBJECT, 1000);

  @AfterEach
  void everyBlockIsGivenBack() {
    room.release();
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  private void receive(int bytes) {
    room.admit(MessageKind.OBJECT, ORDER, bytes);
    room.copyFrom(SENT, 1, 0, bytes - 2);
    room.copyFrom(SENT, bytes - 1, bytes - 2, 2);
    room.arrived();
  }

  @Test
  void itHoldsWhatComesAndNothingElse() {
    receive(5);
    assertThat(room.bytes()).isEqualTo(5);
    assertThat(room.received().toArray(ValueLayout.JAVA_BYTE)).containsExactly(2, 3, 4, 5, 6);
    receive(3);
    assertThat(room.received().toArray(ValueLayout.JAVA_BYTE)).containsExactly(2, 3, 4);
    MemorySegment target = MemorySegment.ofArray(new byte[4]);
    room.copyTo(1, target, 2, 2);
    assertThat(target.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 0, 3, 4);
  }

  @Test
  void itAdmitsMessagesOfItsKindUpToItsLimit() {
    room.admit(MessageKind.OBJECT, ORDER, 1000);
    assertThatThrownBy(() -> room.admit(MessageKind.OBJECT, ORDER, 1001))
        .isInstanceOf(MessageException.class)
        .hasMessage("the message has 1001 bytes, the receiver admits 1000: raise its limit");
    assertThatThrownBy(() -> room.admit(MessageKind.INT, ORDER, 4))
        .isInstanceOf(MessageException.class)
        .hasMessageStartingWith("the message carries ");
    assertThat(room.kind()).isEqualTo(MessageKind.OBJECT);
    assertThat(room.bytes()).isEqualTo(1000);
  }

  @Test
  void itsBytesAreReadInPieces() {
    receive(5);
    assertThat(room.offHeap(0)).isTrue();
    assertThat(room.offHeap(Integer.MAX_VALUE)).as("a buffer ends there").isFalse();
    assertThat(bytes(room.buffer(1, 3))).containsExactly(3, 4, 5);
    assertThat(bytes(room.buffer(3, 100))).containsExactly(5, 6);
  }

  @Test
  void whatThePoolHasNoMemoryForTakesNoneFromOthers() {
    BufferPool small = BufferPools.cached(PoolOptions.defaults().withLimitBytes(64 << 10));
    RoomPayload narrow = new RoomPayload(small, MessageKind.OBJECT, 1 << 20);
    assertThatThrownBy(() -> narrow.admit(MessageKind.OBJECT, ORDER, 1 << 20))
        .isInstanceOf(PoolExhaustedException.class);
    Block others = small.take(1);
    narrow.release();
    assertThat(small.statistics().liveBlocks()).isEqualTo(1);
    others.release();
    small.close();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
