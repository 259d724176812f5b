package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever sequence of sections is written, by whatever transfers, comes back by whatever
/// transfers, in either byte order.
class MessageBufferProperties {
  private static final int MESSAGES = 500;
  private static final int MOST_SECTIONS = 8;

  @ParameterizedTest
  @ValueSource(longs = {20261121, 7, 4711})
  void everySectionComesBackWholeAndInOrder(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    CountingPool pool = new CountingPool();
    for (int i = 0; i < MESSAGES; i++) {
      try (MessageBuffer sent = buffer(random, pool);
          MessageBuffer received = buffer(random, pool)) {
        List<RandomSection> sections = new ArrayList<>();
        for (int n = random.nextInt(MOST_SECTIONS + 1); n > 0; n--) {
          RandomSection section = RandomSection.next(random);
          section.write(sent, random);
          sections.add(section);
        }
        sent.commit();
        MessageBuffer read = random.nextInt(4) == 0 ? sent.rewind() : delivered(sent, received);
        for (RandomSection section : sections) {
          section.verify(read, random, "seed %d, message %d".formatted(seed, i));
        }
        assertThat(read.sectionsLeft()).isZero();
      }
      assertThat(pool.live()).as("blocks after message %d", i).isZero();
    }
  }

  private static MessageBuffer delivered(MessageBuffer sent, MessageBuffer received) {
    Delivery.deliver(sent, received);
    return received;
  }

  private static MessageBuffer buffer(SplittableRandom random, BufferPool pool) {
    ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    MessageSettings settings =
        random.nextBoolean() ? MessageSettings.growing() : MessageSettings.fixed(1 << 20);
    return new MessageBuffer(settings.pool(pool).order(order));
  }
}
