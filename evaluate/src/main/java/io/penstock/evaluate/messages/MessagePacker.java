package io.penstock.evaluate.messages;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.SectionType;
import java.nio.ByteOrder;

/// A message of one section, written from its beginning each time.
final class MessagePacker implements Packing.Packer {
  private final PackingData data;
  private final MessageBuffer buffer;
  private final Runnable work;

  MessagePacker(PackingData data) {
    this.data = data;
    ByteOrder order = data.layout().isForeign() ? foreign() : ByteOrder.nativeOrder();
    buffer = new MessageBuffer(MessageSettings.growing().order(order));
    work = work();
  }

  static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  private Runnable work() {
    Shape shape = Shape.of(Math.max(1, data.doubles().length));
    return switch (data.layout()) {
      case CONTIGUOUS, FOREIGN_DOUBLE -> () -> doubles().put(data.doubles(), 0, data.count());
      case STRIDED -> {
        Selection every = Hyperslab.at(0).stride(Layout.SPREAD).count(data.count());
        yield () -> doubles().put(data.doubles(), shape, every);
      }
      case BLOCKS -> {
        Selection blocks =
            Hyperslab.at(0)
                .stride(Layout.SPREAD * Layout.BLOCK)
                .count(data.count() / Layout.BLOCK)
                .block(Layout.BLOCK);
        yield () -> doubles().put(data.doubles(), shape, blocks);
      }
      case GATHER -> () -> doubles().gather(data.doubles(), data.indexes());
      case NATIVE_INT, FOREIGN_INT -> () -> begin(SectionType.INT).put(data.ints());
      case SCATTER ->
          () -> {
            buffer.rewind().open(SectionType.DOUBLE);
            buffer.scatter(data.doubles(), data.indexes());
          };
    };
  }

  private MessageBuffer doubles() {
    return begin(SectionType.DOUBLE);
  }

  private MessageBuffer begin(SectionType type) {
    return buffer.clear().begin(type);
  }

  @Override
  public void run() {
    work.run();
    if (data.layout() != Layout.SCATTER) {
      buffer.commit();
    }
  }

  @Override
  public void load(double[] values) {
    doubles().put(values).commit();
  }

  @Override
  public Object packed() {
    Object packed = data.layout().isOfInts() ? new int[data.count()] : new double[data.count()];
    buffer.rewind().read(packed);
    return packed;
  }

  @Override
  public void close() {
    buffer.close();
  }
}
