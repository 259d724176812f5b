package io.penstock.testing;

import io.penstock.array.AxisSelection;
import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/// Seeded shapes and selections for properties, small enough for a brute-force oracle.
public final class RandomSelections {
  private final RandomGenerator random;

  /// Selections drawn from `random`.
  public RandomSelections(RandomGenerator random) {
    this.random = random;
  }

  /// A shape of rank 0 to 5 with at most about `most` elements; sometimes empty.
  public Shape shape(int most) {
    int rank = random.nextInt(6);
    long[] extents = new long[rank];
    long left = most;
    for (int axis = 0; axis < rank; axis++) {
      extents[axis] = random.nextInt(20) == 0 ? 0 : 1 + random.nextLong(Math.max(1, left));
      extents[axis] = Math.min(extents[axis], 1 + random.nextLong(40));
      left = Math.max(1, left / Math.max(1, extents[axis]));
    }
    return Shape.of(extents);
  }

  /// A hyperslab, or a rank's share of a distribution, inside `shape`.
  public Selection within(Shape shape) {
    return shape.rank() > 0 && random.nextInt(3) == 0 ? share(shape) : hyperslab(shape);
  }

  private Hyperslab hyperslab(Shape shape) {
    int rank = shape.rank();
    long[] start = new long[rank];
    long[] count = new long[rank];
    long[] stride = new long[rank];
    long[] block = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      long extent = shape.extent(axis);
      start[axis] = extent == 0 ? 0 : random.nextLong(extent);
      long room = extent - start[axis];
      block[axis] =
          1 + (random.nextBoolean() ? 0L : random.nextLong(Math.max(1, Math.min(room, 5))));
      stride[axis] = block[axis] + (random.nextBoolean() ? 0 : random.nextLong(4));
      long most = room < block[axis] ? 0 : (room - block[axis]) / stride[axis] + 1;
      count[axis] = random.nextInt(4) == 0 ? most : random.nextLong(most + 1);
    }
    return Hyperslab.at(start).block(block).stride(stride).count(count);
  }

  private Share share(Shape shape) {
    List<Dealing> dealings = new ArrayList<>();
    long[] grid = new long[shape.rank()];
    for (int axis = 0; axis < grid.length; axis++) {
      grid[axis] = 1L + random.nextInt(3);
      dealings.add(
          switch (random.nextInt(3)) {
            case 0 -> Dealing.block();
            case 1 -> Dealing.cyclic();
            default -> Dealing.cyclic(1 + random.nextInt(4));
          });
    }
    Distribution distribution = new Distribution(shape, dealings, Shape.of(grid));
    return distribution.of(random.nextLong(distribution.grid().size()));
  }

  /// Every selected index in row-major order, by brute force: as positions in a row-major array of
  /// `shape`.
  public static long[] positions(Shape shape, Selection selection) {
    long[] found = {0};
    for (int axis = 0; axis < shape.rank(); axis++) {
      long[] indices = indices(selection.axis(axis));
      long[] longer = new long[Math.multiplyExact(found.length, indices.length)];
      for (int i = 0; i < longer.length; i++) {
        longer[i] = found[i / indices.length] * shape.extent(axis) + indices[i % indices.length];
      }
      found = longer;
    }
    return found;
  }

  private static long[] indices(AxisSelection along) {
    LongStream.Builder found = LongStream.builder();
    for (long nth = 0; nth < along.count(); nth++) {
      long length = nth == along.count() - 1 ? along.last() : along.block();
      for (long i = 0; i < length; i++) {
        found.add(along.start() + nth * along.stride() + i);
      }
    }
    return found.build().toArray();
  }
}
