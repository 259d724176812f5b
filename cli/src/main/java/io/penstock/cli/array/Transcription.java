package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.convert.Casting;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/// A copy of a part of one array file to all of another, of any type, byte order and storage order:
/// tile by tile, by all threads of a team, with never more than a few tiles in memory.
public final class Transcription {
  /// The bytes that one thread holds of each file at a time.
  private static final long TILE_BYTES = 4 << 20;

  private final ArrayFile source;
  private final ArrayFile target;
  private final Cut cut;
  private final DataType from;
  private final DataType to;
  private final LongConsumer progress;
  private final LongAdder lost = new LongAdder();

  /// All that is copied, in indices of the cut.
  private final Shape shape;

  /// The extent of a tile that is not at an end.
  private final long[] extent;

  private Transcription(ArrayFile source, Cut cut, ArrayFile target, LongConsumer progress) {
    this.source = source;
    this.target = target;
    this.cut = cut;
    this.from = source.format().type();
    this.to = target.format().type();
    this.progress = progress;
    this.shape = cut.counts();
    this.extent = new long[shape.rank()];
    Arrays.fill(extent, 1);
    layOut(TILE_BYTES / Math.max(width(from), width(to)));
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
  public static long run(
      ArrayFile source, Cut cut, ArrayFile target, TaskTeam team, LongConsumer progress)
      throws IOException {
    Transcription transcription = new Transcription(source, cut, target, progress);
    team.share(transcription.tiles(), transcription::worker);
    return transcription.lost.sum();
  }

  private TaskTeam.Worker worker() {
    int largest = Math.toIntExact(elements());
    Object in = Cut.array(from, largest);
    Object out = from == to ? in : Cut.array(to, largest);
    Casting casting = new Casting(from, to);
    return number -> {
      Hyperslab tile = tile(number);
      long size = tile.size();
      cut.read(source, tile, in);
      if (from != to) {
        lost.add(casting.cast(in, 0, out, 0, (int) size));
      }
      target.write(placeOf(tile), Elements.of(out));
      progress.accept(size * from.bytes() * from.components());
    };
  }

  private Hyperslab placeOf(Hyperslab tile) {
    return to.components() == 1 ? cut.target(tile) : cut.append(2).target(Cut.append(tile, 2));
  }

  /// Chooses the extent of the tiles, of at most `most` elements.
  ///
  /// Where both files have the same storage order, a tile is a contiguous stretch of both. Where
  /// they differ, tiles are about as long along the axis that runs fastest in one as along the one
  /// that runs fastest in the other, so that neither is accessed element by element.
  private void layOut(long most) {
    StorageOrder in = source.format().storage();
    StorageOrder out = target.format().storage();
    if (in != out && shape.rank() > 1) {
      long side = (long) Math.sqrt((double) most);
      grow(fastest(in, 0), side);
      grow(fastest(out, 0), side);
    }
    for (int i = 0; i < shape.rank(); i++) {
      growToFill(fastest(in, i), most);
      growToFill(fastest(out, i), most);
    }
  }

  /// The `i`-th fastest axis.
  private int fastest(StorageOrder order, int i) {
    return order == StorageOrder.ROW_MAJOR ? shape.rank() - 1 - i : i;
  }

  private void grow(int axis, long length) {
    extent[axis] = Math.clamp(shape.extent(axis), 1, length);
  }

  private void growToFill(int axis, long most) {
    grow(axis, Math.max(1, most / elements()) * extent[axis]);
  }

  /// The number of elements of the largest tile.
  private long elements() {
    return Arrays.stream(extent).reduce(1, (a, b) -> a * b);
  }

  private long tiles() {
    long count = shape.size() == 0 ? 0 : 1;
    for (int axis = 0; axis < extent.length; axis++) {
      count *= along(axis);
    }
    return count;
  }

  private long along(int axis) {
    return Math.ceilDiv(shape.extent(axis), extent[axis]);
  }

  /// A tile, numbered in the order in which they lie in the source.
  private Hyperslab tile(long number) {
    long[] start = new long[extent.length];
    long[] count = new long[extent.length];
    long rest = number;
    for (int i = 0; i < extent.length; i++) {
      int axis = fastest(source.format().storage(), i);
      start[axis] = rest % along(axis) * extent[axis];
      count[axis] = Math.min(extent[axis], shape.extent(axis) - start[axis]);
      rest /= along(axis);
    }
    return Hyperslab.at(start).count(count);
  }
}
