package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.AllocatedBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A message of primitives leaves nothing on the heap once the code is compiled: neither where it
/// is written and sent nor where it arrives and is read.
class MessageAllocationTest {
  private static final int MESSAGES = 2000;
  private static final int MAX_ROUNDS = 200;

  private final CountingPool pool = CountingPool.unpoisoned();

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void aMessageAllocatesNothing(String name) {
    ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    MessageSettings settings = MessageSettings.growing().pool(pool).order(order);
    try (Exchange exchange = new Exchange(settings)) {
      double least = Double.MAX_VALUE;
      for (int round = 0; round < MAX_ROUNDS && least >= 1; round++) {
        least = Math.min(least, bytesPerMessage(exchange));
      }
      assertThat(least).as("bytes allocated for a message").isLessThan(1);
    }
    assertThat(pool.live()).isZero();
  }

  private static double bytesPerMessage(Exchange exchange) {
    long before = AllocatedBytes.now();
    for (int i = 0; i < MESSAGES; i++) {
      exchange.run();
    }
    return (AllocatedBytes.now() - before) / (double) MESSAGES;
  }

  /// Two buffers, and everything that a message may be made of.
  private static final class Exchange implements AutoCloseable {
    private final MessageBuffer sent;
    private final MessageBuffer received;
    private final int[] ints = new int[1000];
    private final double[] doubles = new double[1000];
    private final boolean[] booleans = new boolean[100];
    private final MemorySegment lent = Arena.ofAuto().allocate(800);
    private final MemorySegment segment = Arena.ofAuto().allocate(800);
    private final int[] indexes = {5, 3, 999};
    private final long[] longIndexes = {0, 7};
    private final Shape shape = Shape.of(10, 100);
    private final Selection selection = Hyperslab.at(1, 2).count(3, 20).stride(2, 4);

    Exchange(MessageSettings settings) {
      sent = new MessageBuffer(settings);
      received = new MessageBuffer(settings);
    }

    void run() {
      sent.clear().write(ints).write(booleans).lend(lent, SectionType.DOUBLE);
      sent.begin(SectionType.DOUBLE)
          .put(doubles, 10, 20)
          .gather(doubles, indexes)
          .gather(doubles, longIndexes)
          .put(doubles, shape, selection)
          .put(segment);
      Delivery.deliver(sent.commit(), received.clear());
      for (int part = 0; part < sent.wire().parts(); part++) {
        sent.wire().buffer(part, 0);
      }
      received.read(ints).read(booleans).open(SectionType.DOUBLE);
      received.get(segment).open(SectionType.DOUBLE);
      received
          .get(doubles, 10, 20)
          .scatter(doubles, indexes)
          .scatter(doubles, longIndexes)
          .get(doubles, shape, selection)
          .get(segment);
    }

    @Override
    public void close() {
      sent.close();
      received.close();
    }
  }
}
