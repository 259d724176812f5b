package io.penstock.file;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.RandomSelections;
import io.penstock.testing.StoredElements;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/// One of the ways in which elements are moved between a file and memory, and by definition which
/// element goes where.
final class LargeTransfer {
  private final String name;
  private final int capacity;

  /// Row-major positions in the file, one for each element.
  private final long[] positions;

  /// Indices of memory, one for each element.
  private final long[] places;

  private final Call read;
  private final Call write;

  private LargeTransfer(
      String name, int capacity, long[] positions, long[] places, Call read, Call write) {
    this.name = name;
    this.capacity = capacity;
    this.positions = positions;
    this.places = places;
    this.read = read;
    this.write = write;
  }

  /// A call of an array file.
  interface Call {
    void on(ArrayFile file, Object memory) throws IOException;
  }

  static LargeTransfer draw(RandomGenerator random, Raw format, MemoryKind kind) {
    return switch (random.nextInt(4)) {
      case 0 -> range(random, format, kind);
      case 1 -> whole(random, format, kind);
      case 2 -> framed(random, format);
      default -> selected(random, format, kind);
    };
  }

  private static LargeTransfer range(RandomGenerator random, Raw format, MemoryKind kind) {
    long size = format.elementShape().size();
    long first = random.nextLong(size);
    int count = Math.toIntExact(1 + random.nextLong(size - first));
    int from = kind == MemoryKind.ARRAY ? random.nextInt(5) : 0;
    StoredElements stored = new StoredElements(format);
    return new LargeTransfer(
        "range " + first + " + " + count,
        count + 2 * from,
        LongStream.range(first, first + count).map(stored::position).toArray(),
        LongStream.range(from, from + count).toArray(),
        (file, memory) -> {
          if (memory instanceof MemorySegment segment) {
            file.readAt(first, segment);
          } else {
            file.readAt(first, Elements.of(memory), from, count);
          }
        },
        (file, memory) -> {
          if (memory instanceof MemorySegment segment) {
            file.writeAt(first, segment);
          } else {
            file.writeAt(first, Elements.of(memory), from, count);
          }
        });
  }

  private static LargeTransfer whole(RandomGenerator random, Raw format, MemoryKind kind) {
    int size = Math.toIntExact(format.elementShape().size());
    long[] all = LongStream.range(0, size).toArray();
    return new LargeTransfer(
        "whole into " + kind,
        size + random.nextInt(3),
        all,
        all,
        (file, memory) -> file.read(Elements.of(memory)),
        (file, memory) -> file.write(Elements.of(memory)));
  }

  private static LargeTransfer selected(RandomGenerator random, Raw format, MemoryKind kind) {
    Selection selection = new LargeSelections(random, format).draw();
    int size = Math.toIntExact(selection.size());
    int from = kind == MemoryKind.ARRAY ? random.nextInt(5) : 0;
    return new LargeTransfer(
        selection + " from " + from,
        size + 2 * from,
        RandomSelections.positions(format.elementShape(), selection),
        LongStream.range(from, from + size).toArray(),
        (file, memory) -> file.read(selection, Elements.of(memory), from),
        (file, memory) -> file.write(selection, Elements.of(memory), from));
  }

  private static LargeTransfer framed(RandomGenerator random, Raw format) {
    Selection selection = new LargeSelections(random, format).draw();
    long[] before = new long[selection.rank()];
    long[] around = selection.shape().toArray();
    long[] stride = new long[selection.rank()];
    for (int axis = 0; axis < around.length; axis++) {
      before[axis] = random.nextInt(3);
      stride[axis] = random.nextInt(6) == 0 ? 2 : 1;
      around[axis] = around[axis] * stride[axis] + before[axis] + random.nextInt(3);
    }
    Shape shape = Shape.of(around);
    Hyperslab places = Hyperslab.at(before).count(selection.shape().toArray()).stride(stride);
    return new LargeTransfer(
        selection + " at " + places + " of " + shape,
        Math.toIntExact(shape.size()),
        RandomSelections.positions(format.elementShape(), selection),
        RandomSelections.positions(shape, places),
        (file, memory) -> file.read(selection, Elements.of(memory), shape, places),
        (file, memory) -> file.write(selection, Elements.of(memory), shape, places));
  }

  String name() {
    return name;
  }

  /// How many elements the memory has.
  int capacity() {
    return capacity;
  }

  void read(ArrayFile file, Object memory) throws IOException {
    read.on(file, memory);
  }

  void write(ArrayFile file, Object memory) throws IOException {
    write.on(file, memory);
  }

  /// What reading makes of memory.
  void readBits(StoredElements stored, byte[] file, MemorySegment memory) {
    for (int i = 0; i < positions.length; i++) {
      MemoryKind.put(
          memory, stored.format().type().element(), places[i], stored.bits(file, positions[i]));
    }
  }

  /// What writing makes of a file.
  void writeBits(StoredElements stored, MemorySegment memory, byte[] file) {
    for (int i = 0; i < positions.length; i++) {
      stored.put(
          file, positions[i], MemoryKind.bits(memory, stored.format().type().element(), places[i]));
    }
  }
}
