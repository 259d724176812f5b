package io.penstock.message;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.AllocatedBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;

/// A program that writes, delivers and reads one message after another, and prints what a message
/// leaves behind in the round that leaves least.
///
/// A program of its own: what the compiler can do without depends on all that ran before.
final class SteadyMessages {
  private static final int MESSAGES = 2000;
  private static final int MAX_ROUNDS = 200;

  private SteadyMessages() {}

  /// Takes no arguments.
  public static void main(String[] arguments) {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      CountingPool pool = CountingPool.unpoisoned();
      String least = least(MessageSettings.growing().pool(pool).order(order));
      System.out.println("%s: %s, blocks out: %d".formatted(order, least, pool.live()));
    }
  }

  private static String least(MessageSettings settings) {
    double least = Double.MAX_VALUE;
    try (Exchange exchange = new Exchange(settings)) {
      for (int round = 0; round < MAX_ROUNDS && least >= 1; round++) {
        least = Math.min(least, bytesPerMessage(exchange));
      }
    }
    return (least < 1 ? "" : "at least ") + least;
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
