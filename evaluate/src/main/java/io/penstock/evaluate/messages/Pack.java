package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.Optional;

/// Packs elements of an array into contiguous bytes, or unpacks them.
final class Pack implements Exercise {
  /// The option that names the way.
  static final String WAY = "way";

  static final String MESSAGE = "message";
  static final String SEGMENT = "segment";
  static final String BUFFER = "buffer";

  @Override
  public Session prepare(DrillTask task) {
    Goods goods = Goods.of(Layout.of(task), task.drill().bytes());
    Packed packed = new Packed(goods, packer(task.drill().option(WAY), goods), new Batch(task));
    packed.arm(0); // what is unpacked to warm up
    return packed;
  }

  private static Packer packer(String way, Goods goods) {
    return switch (way) {
      case MESSAGE -> new MessagePacker(goods);
      case SEGMENT -> new SegmentPacker(goods);
      case BUFFER -> new BufferPacker(goods);
      default -> throw new IllegalArgumentException("no such way: " + way);
    };
  }

  private record Packed(Goods goods, Packer packer, Batch batch) implements Session {
    @Override
    public void arm(long salt) {
      goods.fill(salt);
      if (goods.layout() == Layout.SCATTER) {
        packer.load(goods.values(salt));
      }
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) {
      for (long i = 0; i < times; i++) {
        packer.run();
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      return goods.difference(packer.packed());
    }

    @Override
    public void close() {
      packer.close();
    }
  }
}
