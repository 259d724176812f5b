package io.penstock.evaluate.messages;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

/// Typed views of a direct byte buffer: bulk transfers where there are some, loops elsewhere.
final class BufferPacker implements Packing.Packer {
  private final PackingData data;
  private final int count;
  private final double[] doubles;
  private final int[] indexes;
  private final DoubleBuffer packed;
  private final IntBuffer packedInts;
  private final Runnable work;

  BufferPacker(PackingData data) {
    this.data = data;
    count = data.count();
    doubles = data.doubles();
    indexes = data.indexes();
    ByteOrder order = data.layout().isForeign() ? MessagePacker.foreign() : ByteOrder.nativeOrder();
    ByteBuffer memory = ByteBuffer.allocateDirect(count * Double.BYTES).order(order);
    packed = memory.asDoubleBuffer();
    packedInts = memory.asIntBuffer();
    work =
        switch (data.layout()) {
          case CONTIGUOUS, FOREIGN_DOUBLE -> () -> packed.put(0, doubles, 0, count);
          case NATIVE_INT, FOREIGN_INT -> () -> packedInts.put(0, data.ints(), 0, count);
          case STRIDED -> this::strided;
          case BLOCKS -> this::blocks;
          case GATHER -> this::gather;
          case SCATTER -> this::scatter;
        };
  }

  private void strided() {
    for (int k = 0; k < count; k++) {
      packed.put(k, doubles[Layout.SPREAD * k]);
    }
  }

  private void blocks() {
    for (int k = 0; k < count; k += Layout.BLOCK) {
      packed.put(k, doubles, Layout.SPREAD * k, Layout.BLOCK);
    }
  }

  private void gather() {
    for (int k = 0; k < count; k++) {
      packed.put(k, doubles[indexes[k]]);
    }
  }

  private void scatter() {
    for (int k = 0; k < count; k++) {
      doubles[indexes[k]] = packed.get(k);
    }
  }

  @Override
  public void run() {
    work.run();
  }

  @Override
  public void load(double[] values) {
    packed.put(0, values);
  }

  @Override
  public Object packed() {
    if (data.layout().isOfInts()) {
      int[] ints = new int[count];
      packedInts.get(0, ints);
      return ints;
    }
    double[] values = new double[count];
    packed.get(0, values);
    return values;
  }

  @Override
  public void close() {}
}
