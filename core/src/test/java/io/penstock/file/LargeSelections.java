package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Formats of megabytes and selections of them whose runs and gaps lie around the sizes at which
/// the transfer loops change their ways: gaps of 4 KiB, runs of 32 KiB, pieces of 256 KiB and 1
/// MiB, windows and tasks of 8 MiB.
record LargeSelections(RandomGenerator random, Raw format) {
  private static final long[] LENGTHS = {
    500, 512, 4 << 10, 8 << 10, 32 << 10, 40 << 10, 256 << 10, 300 << 10, 1 << 20, 9 << 20
  };
  private static final long[] OFFSETS = {0, 0, 61, 128, 4095, 4096, (256 << 10) - 3};

  static Raw format(RandomGenerator random, List<DataType> types, int most) {
    DataType type = types.get(random.nextInt(types.size()));
    ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    StorageOrder storage =
        random.nextInt(3) == 0 ? StorageOrder.COLUMN_MAJOR : StorageOrder.ROW_MAJOR;
    long width = (long) type.bytes() * type.components();
    long elements = (8 << 10) + random.nextLong(most) / width;
    long row = Math.min(elements, Math.max(1, around(random, LENGTHS) / width));
    Shape shape =
        switch (random.nextInt(3)) {
          case 0 -> Shape.of(elements);
          case 1 -> oriented(storage, elements / row, row);
          default -> oriented(storage, Math.ceilDiv(elements, 2 * row), 2, row);
        };
    return Raw.of(type, order, shape)
        .withStorage(storage)
        .withOffset(OFFSETS[random.nextInt(OFFSETS.length)]);
  }

  /// The last extent runs fastest in the file.
  private static Shape oriented(StorageOrder storage, long... extents) {
    if (storage == StorageOrder.ROW_MAJOR) {
      return Shape.of(extents);
    }
    long[] turned = new long[extents.length];
    for (int axis = 0; axis < extents.length; axis++) {
      turned[axis] = extents[extents.length - 1 - axis];
    }
    return Shape.of(turned);
  }

  private static long around(RandomGenerator random, long... sizes) {
    return sizes[random.nextInt(sizes.length)] + random.nextLong(-16, 17);
  }

  Selection draw() {
    Shape shape = format.elementShape();
    return random.nextInt(5) == 0 ? share(shape) : hyperslab(shape);
  }

  private Selection share(Shape shape) {
    List<Dealing> dealings = new ArrayList<>();
    long[] grid = new long[shape.rank()];
    for (int axis = 0; axis < grid.length; axis++) {
      grid[axis] = 1L + random.nextInt(2);
      dealings.add(
          random.nextBoolean()
              ? Dealing.block()
              : Dealing.cyclic(1 + random.nextLong(Math.max(1, shape.extent(axis) / 3))));
    }
    Distribution distribution = new Distribution(shape, dealings, Shape.of(grid));
    return distribution.of(random.nextLong(distribution.grid().size()));
  }

  private Hyperslab hyperslab(Shape shape) {
    int rank = shape.rank();
    long[] start = new long[rank];
    long[] count = new long[rank];
    long[] stride = new long[rank];
    long[] block = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      long extent = shape.extent(axis);
      start[axis] = random.nextInt(3) == 0 ? 0 : random.nextLong(Math.min(extent, 700));
      long room = extent - start[axis];
      block[axis] = random.nextInt(3) == 0 ? room : Math.clamp(length(), 1, room);
      stride[axis] = block[axis] + (random.nextInt(3) == 0 ? 0 : gap());
      long fits = (room - block[axis]) / stride[axis] + 1;
      count[axis] = random.nextInt(3) == 0 ? 1 + random.nextLong(fits) : fits;
    }
    return Hyperslab.at(start).block(block).stride(stride).count(count);
  }

  private long length() {
    return random.nextInt(3) == 0
        ? 1 + random.nextInt(3)
        : around(random, LENGTHS) / format.type().bytes();
  }

  /// Around the widest gap that is read over.
  private long gap() {
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextInt(3);
      case 1 -> (4 << 10) / format.type().bytes() + random.nextInt(-2, 3);
      default -> around(random, 64 << 10) / format.type().bytes();
    };
  }
}
