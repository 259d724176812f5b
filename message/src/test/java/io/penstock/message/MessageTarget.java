package io.penstock.message;

import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectLimits;
import io.penstock.testing.fuzz.FuzzTarget;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A message of sections, all of which are read.
final class MessageTarget extends FuzzTarget {
  private final JdkObjectCodec codec =
      JdkObjectCodec.allowing()
          .within(ObjectLimits.defaults().bytes(100_000).arrayLength(10_000).references(10_000));
  private final CountingPool pool = CountingPool.unpoisoned();
  private final MessageBuffer buffer =
      new MessageBuffer(MessageSettings.growing().pool(pool).objects(codec));

  MessageTarget() {
    super("message", MessageException.class, 512 << 10, 500);
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> all = new ArrayList<>();
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      try (MessageBuffer message =
          new MessageBuffer(MessageSettings.growing().pool(pool).order(order).objects(codec))) {
        message.write(new byte[3]);
        message.write(new double[] {1, 2});
        message.writeObject(Map.of("k", List.of(1, 2.5)));
        message.write(new char[0]);
        all.add(Delivery.bytes(message.commit()));
      }
      try (MessageBuffer message =
          new MessageBuffer(MessageSettings.growing().pool(pool).order(order).objects(codec))) {
        message.write(new boolean[9]);
        message.begin(SectionType.OBJECT).putObject(new int[2]).putObject("text");
        message.write(new long[2]);
        all.add(Delivery.bytes(message.commit()));
      }
    }
    return all;
  }

  @Override
  public void decode(byte[] input) {
    try {
      Delivery.deliver(input, buffer);
      while (buffer.sectionsLeft() > 0) {
        SectionType type = buffer.nextType();
        long count = buffer.open(type);
        if (type == SectionType.OBJECT) {
          for (long i = 0; i < count; i++) {
            Object _ = buffer.getObject();
          }
        } else {
          buffer.get(MemorySegment.ofArray(new byte[Math.toIntExact(count * type.bytes())]));
        }
      }
    } finally {
      buffer.clear();
    }
  }

  @Override
  public long held() {
    return pool.live();
  }

  @Override
  public void close() {
    buffer.close();
  }
}
