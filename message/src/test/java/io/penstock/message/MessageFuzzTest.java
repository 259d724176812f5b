package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectLimits;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// A million messages that were tampered with: each is read to its end, or refused by an exception
/// of messages. No other exception, no error, no read outside of what arrived, no lost block.
class MessageFuzzTest {
  private static final int MESSAGES = 1_000_000;
  private static final long SEED = 20261121;

  private final JdkObjectCodec codec =
      JdkObjectCodec.allowing()
          .within(ObjectLimits.defaults().bytes(100_000).arrayLength(10_000).references(10_000));

  @Test
  @SuppressWarnings("SystemOut") // the figure that shows that both ways were taken
  void whateverArrivesIsReadOrRefused() {
    CountingPool pool = CountingPool.unpoisoned();
    MessageMutations mutations = new MessageMutations(SEED, pool, codec);
    long decoded = 0;
    long refused = 0;
    try (MessageBuffer buffer =
        new MessageBuffer(MessageSettings.growing().pool(pool).objects(codec))) {
      for (int i = 0; i < MESSAGES; i++) {
        byte[] message = mutations.next();
        try {
          Delivery.deliver(message, buffer);
          readAll(buffer, message.length);
          decoded++;
        } catch (MessageException e) {
          assertThat(e.getMessage()).isNotBlank();
          refused++;
        } catch (RuntimeException | Error e) {
          throw new AssertionError("message %d of seed %d".formatted(i, SEED), e);
        }
        buffer.clear();
      }
    }
    assertThat(pool.live()).isZero();
    System.out.printf("messages decoded: %d, refused: %d%n", decoded, refused);
    assertThat(decoded).isGreaterThan(MESSAGES / 20);
    assertThat(refused).isGreaterThan(MESSAGES / 20);
  }

  private static void readAll(MessageBuffer buffer, long arrived) {
    while (buffer.sectionsLeft() > 0) {
      SectionType type = buffer.nextType();
      long count = buffer.open(type);
      if (type == SectionType.OBJECT) {
        for (long i = 0; i < count; i++) {
          buffer.getObject();
        }
      } else {
        long bytes = count * type.bytes();
        assertThat(bytes).isLessThanOrEqualTo(arrived);
        buffer.get(MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]));
      }
    }
  }
}
