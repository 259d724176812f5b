package io.penstock.cli.array;

import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The part of an array that a verb takes: along each axis evenly spaced indices, upwards or
/// downwards.
///
/// @param axes one for each axis of the array
public record Cut(List<Axis> axes) {
  /// What is taken along one axis.
  ///
  /// @param start the first index
  /// @param step from one index to the next, not 0
  /// @param count how many indices
  /// @param kept whether the result has this axis; where not, `count` is 1
  public record Axis(long start, long step, long count, boolean kept) {
    static Axis whole(long extent) {
      return new Axis(0, 1, extent, true);
    }

    /// The smallest of indices `from` to `from + n - 1` of this axis, in the array.
    private long lowest(long from, long n) {
      return start + step * (step > 0 ? from : from + n - 1);
    }
  }

  /// Copies the list.
  public Cut {
    axes = List.copyOf(axes);
  }

  /// Takes everything.
  public static Cut whole(Shape shape) {
    return new Cut(LongStream.of(shape.toArray()).mapToObj(Axis::whole).toList());
  }

  /// How many indices are taken along each axis, those counted that the result does not have.
  Shape counts() {
    return Shape.of(axes.stream().mapToLong(Axis::count).toArray());
  }

  /// The shape of the result.
  public Shape shape() {
    return Shape.of(axes.stream().filter(Axis::kept).mapToLong(Axis::count).toArray());
  }

  /// Where the part of the result that a tile is comes from.
  Hyperslab source(Tile tile) {
    return Hyperslab.at(each(axis -> axes.get(axis).lowest(tile.from(axis), tile.count(axis))))
        .count(each(tile::count))
        .stride(each(axis -> Math.abs(axes.get(axis).step())));
  }

  /// Where a tile goes to in the result.
  Hyperslab target(Tile tile) {
    return Hyperslab.at(kept(each(tile::from))).count(kept(each(tile::count)));
  }

  /// Which axes are taken downwards.
  int[] reversed() {
    return IntStream.range(0, axes.size()).filter(axis -> axes.get(axis).step() < 0).toArray();
  }

  private long[] each(IntToLongFunction value) {
    return IntStream.range(0, axes.size()).mapToLong(value).toArray();
  }

  private long[] kept(long[] values) {
    return IntStream.range(0, values.length)
        .filter(axis -> axes.get(axis).kept())
        .mapToLong(axis -> values[axis])
        .toArray();
  }

  /// The axes that the result has.
  public List<Integer> kept() {
    return IntStream.range(0, axes.size()).filter(axis -> axes.get(axis).kept()).boxed().toList();
  }

  /// The same with one axis dropped: of it, only the index in the middle is taken.
  public Cut middle(int axis) {
    List<Axis> fewer = new ArrayList<>(axes);
    Axis all = axes.get(axis);
    fewer.set(axis, new Axis(all.start() + all.step() * (all.count() / 2), 1, 1, false));
    return new Cut(fewer);
  }

  /// The same with a last axis of which everything is taken.
  Cut append(long extent) {
    return new Cut(Stream.concat(axes.stream(), Stream.of(Axis.whole(extent))).toList());
  }
}
