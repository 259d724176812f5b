package io.penstock.evaluate.messages;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.SectionType;
import java.nio.ByteOrder;

/// A message of one section, written from its beginning each time.
final class MessagePacker implements Packer {
  private final Goods goods;
  private final MessageBuffer buffer;
  private final Runnable work;

  MessagePacker(Goods goods) {
    this.goods = goods;
    ByteOrder order = goods.layout().isForeign() ? foreign() : ByteOrder.nativeOrder();
    buffer = new MessageBuffer(MessageSettings.growing().order(order));
    work = work();
  }

  static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  private Runnable work() {
    Shape shape = Shape.of(Math.max(1, goods.doubles().length));
    return switch (goods.layout()) {
      case CONTIGUOUS, FOREIGN_DOUBLE -> () -> doubles().put(goods.doubles(), 0, goods.count());
      case STRIDED -> {
        Selection every = Hyperslab.at(0).stride(Layout.SPREAD).count(goods.count());
        yield () -> doubles().put(goods.doubles(), shape, every);
      }
      case BLOCKS -> {
        Selection blocks =
            Hyperslab.at(0)
                .stride(Layout.SPREAD * Layout.BLOCK)
                .count(goods.count() / Layout.BLOCK)
                .block(Layout.BLOCK);
        yield () -> doubles().put(goods.doubles(), shape, blocks);
      }
      case GATHER -> () -> doubles().gather(goods.doubles(), goods.indexes());
      case NATIVE_INT, FOREIGN_INT -> () -> begin(SectionType.INT).put(goods.ints());
      case SCATTER ->
          () -> {
            buffer.rewind().open(SectionType.DOUBLE);
            buffer.scatter(goods.doubles(), goods.indexes());
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
    if (goods.layout() != Layout.SCATTER) {
      buffer.commit();
    }
  }

  @Override
  public void load(double[] values) {
    doubles().put(values).commit();
  }

  @Override
  public Object packed() {
    Object packed = goods.layout().isOfInts() ? new int[goods.count()] : new double[goods.count()];
    buffer.rewind().read(packed);
    return packed;
  }

  @Override
  public void close() {
    buffer.close();
  }
}
