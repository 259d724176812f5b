package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.convert.Casting;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/// Copies a part of one array file to all of another, whatever their types, byte orders and storage
/// orders are: tile by tile, by all threads of a team, never more than a few tiles in memory.
public final class Transcription {
  /// What one thread holds of each side at a time.
  private static final long TILE_BYTES = 4 << 20;

  private final CutReader source;
  private final ArrayFile target;
  private final Cut cut;
  private final DataType from;
  private final DataType to;
  private final Progress progress;
  private final Tiling tiling;
  private final LongAdder lost = new LongAdder();

  private Transcription(ArrayFile source, Cut cut, ArrayFile target, Progress progress) {
    this.source = new CutReader(source, cut);
    this.target = target;
    this.cut = cut;
    this.from = source.format().type();
    this.to = target.format().type();
    this.progress = progress;
    long widest = Math.max(width(from), width(to));
    this.tiling =
        Tiling.of(
            cut.counts(),
            source.format().storage(),
            target.format().storage(),
            TILE_BYTES / widest);
  }

  /// In memory.
  private static long width(DataType type) {
    return (long) type.element().bytes() * type.components();
  }

  /// Copies `cut` of `source` to `target`, which has its shape. Both files are opened with one
  /// thread for each transfer: the team's threads move by themselves.
  ///
  /// @return how many numbers were out of the target type's range, as [Casting] says
  /// @throws IOException if a transfer fails
  public static long run(ArrayFile source, Cut cut, ArrayFile target, Team team, Progress progress)
      throws IOException {
    Transcription transcription = new Transcription(source, cut, target, progress);
    team.share(transcription.tiling.count(), transcription::worker);
    return transcription.lost.sum();
  }

  private Team.Worker worker() {
    Object in = source.array(tiling.largest());
    Object out = from == to ? in : new CutReader(target, cut).array(tiling.largest());
    Casting casting = new Casting(from, to);
    return number -> {
      Tile tile = tiling.tile(number);
      Shape shape = tile.shape();
      source.read(tile, in);
      if (from != to) {
        lost.add(casting.cast(in, 0, out, 0, (int) shape.size()));
      }
      target.write(placeOf(tile), out);
      progress.moved(shape.size() * from.bytes() * from.components());
    };
  }

  private Hyperslab placeOf(Tile tile) {
    return to.components() == 1 ? cut.target(tile) : cut.append(2).target(tile.append(2));
  }

  /// An array cut into tiles of bounded size, for copying it from one storage order to another.
  ///
  /// Where both sides have the same order, a tile is a stretch of neighbours on both. Where they
  /// differ, tiles are about as long along the axis that runs fastest on the one side as along the
  /// one that runs fastest on the other, so that neither side is touched element by element.
  private static final class Tiling {
    private final Shape shape;
    private final StorageOrder order;
    private final long[] tile;

    private Tiling(Shape shape, StorageOrder order, long[] tile) {
      this.shape = shape;
      this.order = order;
      this.tile = tile;
    }

    /// @param most elements in a tile
    static Tiling of(Shape shape, StorageOrder source, StorageOrder target, long most) {
      long[] tile = new long[shape.rank()];
      Arrays.fill(tile, 1);
      if (source != target && shape.rank() > 1) {
        long side = (long) Math.sqrt((double) most);
        grow(tile, shape, fastest(source, shape.rank(), 0), side);
        grow(tile, shape, fastest(target, shape.rank(), 0), side);
      }
      for (int i = 0; i < shape.rank(); i++) {
        growToFill(tile, shape, fastest(source, shape.rank(), i), most);
        growToFill(tile, shape, fastest(target, shape.rank(), i), most);
      }
      return new Tiling(shape, source, tile);
    }

    /// The `i`-th fastest axis.
    private static int fastest(StorageOrder order, int rank, int i) {
      return order == StorageOrder.ROW_MAJOR ? rank - 1 - i : i;
    }

    private static void grow(long[] tile, Shape shape, int axis, long length) {
      tile[axis] = Math.clamp(shape.extent(axis), 1, length);
    }

    private static void growToFill(long[] tile, Shape shape, int axis, long most) {
      long size = Arrays.stream(tile).reduce(1, (a, b) -> a * b);
      grow(tile, shape, axis, Math.max(1, most / size) * tile[axis]);
    }

    /// How many tiles there are.
    long count() {
      long count = shape.size() == 0 ? 0 : 1;
      for (int axis = 0; axis < tile.length; axis++) {
        count *= along(axis);
      }
      return count;
    }

    private long along(int axis) {
      return Math.ceilDiv(shape.extent(axis), tile[axis]);
    }

    /// How many elements the largest tile has.
    int largest() {
      return Math.toIntExact(Arrays.stream(tile).reduce(1, (a, b) -> a * b));
    }

    /// One of the tiles, in the order in which they lie at their source.
    Tile tile(long number) {
      long[] from = new long[tile.length];
      long[] count = new long[tile.length];
      long rest = number;
      for (int i = 0; i < tile.length; i++) {
        int axis = fastest(order, tile.length, i);
        from[axis] = rest % along(axis) * tile[axis];
        count[axis] = Math.min(tile[axis], shape.extent(axis) - from[axis]);
        rest /= along(axis);
      }
      return new Tile(from, count);
    }
  }
}
