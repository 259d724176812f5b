package io.penstock.evaluate.messages;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

/// The packing of elements by what the JDK has.
final class JdkPackers {
  private JdkPackers() {}

  /// Typed views of a direct byte buffer: bulk transfers where there are some, loops elsewhere.
  static final class Buffers implements Packing.Packer {
    private final PackingData data;
    private final int count;
    private final double[] doubles;
    private final int[] indexes;
    private final DoubleBuffer packed;
    private final IntBuffer packedInts;
    private final Runnable work;

    Buffers(PackingData data) {
      this.data = data;
      count = data.count();
      doubles = data.doubles();
      indexes = data.indexes();
      ByteOrder order = data.layout().isForeign() ? Packing.foreign() : ByteOrder.nativeOrder();
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

  /// Memory segments of the JDK: bulk copies where there are some, loops elsewhere.
  static final class Segments implements Packing.Packer {
    private static final ValueLayout.OfDouble FOREIGN_DOUBLE =
        JAVA_DOUBLE.withOrder(Packing.foreign());
    private static final ValueLayout.OfInt FOREIGN_INT = JAVA_INT.withOrder(Packing.foreign());

    private final PackingData data;
    private final int count;
    private final double[] doubles;
    private final int[] ints;
    private final int[] indexes;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment packed;
    private final Runnable work;

    Segments(PackingData data) {
      this.data = data;
      count = data.count();
      doubles = data.doubles();
      ints = data.ints();
      indexes = data.indexes();
      packed = arena.allocate((long) count * Double.BYTES, 4096);
      work =
          switch (data.layout()) {
            case CONTIGUOUS -> () -> MemorySegment.copy(doubles, 0, packed, JAVA_DOUBLE, 0, count);
            case NATIVE_INT -> () -> MemorySegment.copy(ints, 0, packed, JAVA_INT, 0, count);
            case STRIDED -> this::strided;
            case BLOCKS -> this::blocks;
            case GATHER -> this::gather;
            case SCATTER -> this::scatter;
            case FOREIGN_DOUBLE -> this::foreignDoubles;
            case FOREIGN_INT -> this::foreignInts;
          };
    }

    private void strided() {
      for (int k = 0; k < count; k++) {
        packed.setAtIndex(JAVA_DOUBLE, k, doubles[Layout.SPREAD * k]);
      }
    }

    private void blocks() {
      for (int k = 0; k < count; k += Layout.BLOCK) {
        MemorySegment.copy(doubles, Layout.SPREAD * k, packed, JAVA_DOUBLE, 8L * k, Layout.BLOCK);
      }
    }

    private void gather() {
      for (int k = 0; k < count; k++) {
        packed.setAtIndex(JAVA_DOUBLE, k, doubles[indexes[k]]);
      }
    }

    private void scatter() {
      for (int k = 0; k < count; k++) {
        doubles[indexes[k]] = packed.getAtIndex(JAVA_DOUBLE, k);
      }
    }

    private void foreignDoubles() {
      for (int k = 0; k < count; k++) {
        packed.setAtIndex(FOREIGN_DOUBLE, k, doubles[k]);
      }
    }

    private void foreignInts() {
      for (int k = 0; k < count; k++) {
        packed.setAtIndex(FOREIGN_INT, k, ints[k]);
      }
    }

    @Override
    public void run() {
      work.run();
    }

    @Override
    public void load(double[] values) {
      MemorySegment.copy(values, 0, packed, JAVA_DOUBLE, 0, values.length);
    }

    @Override
    public Object packed() {
      return switch (data.layout()) {
        case NATIVE_INT -> packed.asSlice(0, 4L * count).toArray(JAVA_INT);
        case FOREIGN_INT -> packed.asSlice(0, 4L * count).toArray(FOREIGN_INT);
        case FOREIGN_DOUBLE -> packed.toArray(FOREIGN_DOUBLE);
        default -> packed.toArray(JAVA_DOUBLE);
      };
    }

    @Override
    public void close() {
      arena.close();
    }
  }
}
