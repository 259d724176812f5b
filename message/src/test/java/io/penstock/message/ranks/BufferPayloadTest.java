package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.MessageBuffer;
import io.penstock.message.SectionType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A message buffer that several transfers send at once.
class BufferPayloadTest {
  private static final long SEED = 20_261_129;
  private static final int LIMIT = 1000;

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] copied(BufferPayload payload, long at, int count) {
    MemorySegment copy = MemorySegment.ofArray(new byte[count]);
    payload.copyTo(at, copy, 0, count);
    return copy.toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void eachTransferReadsThroughABufferOfItsOwn() {
    Random random = new Random(SEED);
    byte[] content = new byte[10_000];
    random.nextBytes(content);
    try (Arena arena = Arena.ofShared();
        MessageBuffer message = new MessageBuffer()) {
      MemorySegment lent = arena.allocate(content.length);
      lent.copyFrom(MemorySegment.ofArray(content));
      message.write(content).lend(lent, SectionType.BYTE).write(content).commit();
      BufferPayload one = new BufferPayload().outgoing(message);
      BufferPayload other = new BufferPayload().outgoing(message);
      for (int turn = 0; turn < 200; turn++) {
        long first = random.nextLong(one.bytes());
        long second = random.nextLong(one.bytes());
        ByteBuffer mine = one.buffer(first, LIMIT);
        ByteBuffer others = other.buffer(second, LIMIT);
        int length = mine.remaining();
        int othersLength = others.remaining();
        assertThat(length).as("seed %d, turn %d", SEED, turn).isBetween(1, LIMIT);
        assertThat(bytes(others)).isEqualTo(copied(other, second, othersLength));
        assertThat(bytes(mine)).isEqualTo(copied(one, first, length));
      }
    }
  }
}
