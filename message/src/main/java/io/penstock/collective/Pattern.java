package io.penstock.collective;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.pack.Walk;
import java.util.List;

/// The access pattern of all ranks in one collective operation, known to each of them. Immutable.
public final class Pattern {
  private final View view;
  private final List<Selection> selections;
  private final int[] overlap;

  /// Looks for overlaps in a write alone, where they matter.
  Pattern(Direction direction, View view, List<Selection> selections) {
    this.view = view;
    this.selections = List.copyOf(selections);
    this.overlap = direction == Direction.WRITE ? overlap(selections) : new int[0];
  }

  /// The pattern of a rank that moves its part alone.
  public static Pattern of(Part part) {
    return new Pattern(Direction.READ, part.view(), List.of(part.selection()));
  }

  private static int[] overlap(List<Selection> selections) {
    for (int one = 0; one < selections.size(); one++) {
      for (int other = one + 1; other < selections.size(); other++) {
        if (overlap(selections.get(one), selections.get(other))) {
          return new int[] {one, other};
        }
      }
    }
    return new int[0];
  }

  /// The array that the ranks select from.
  public View view() {
    return view;
  }

  /// The selections of all ranks, by rank.
  public List<Selection> selections() {
    return selections;
  }

  /// Whether this is a write in which two ranks select elements in common.
  public boolean overlaps() {
    return overlap.length > 0;
  }

  /// The first two ranks that select elements in common, the lower one first; only if any do.
  int[] overlapping() {
    return overlap.clone();
  }

  /// The number of elements that all ranks together move.
  public long count() {
    return selections.stream().mapToLong(Selection::size).sum();
  }

  /// Whether each rank's elements lie in the file without gaps.
  public boolean contiguous() {
    Walk walk = new Walk();
    for (Selection selection : selections) {
      view.walk(walk, selection);
      if (!walk.contiguous()) {
        return false;
      }
    }
    return true;
  }

  /// Whether each rank does best to move its part itself: without gaps, or in long stretches, which
  /// cost no less by way of another rank. Elements that several ranks write have to pass through
  /// one of them, so that the highest wins.
  ///
  /// @param length of a long stretch, in elements
  public boolean isStraight(long length) {
    return !overlaps() && (count() == 0 || contiguous() || stretch() >= length);
  }

  /// The length of the stretches, in elements, in which the ranks' elements lie in the file: the
  /// shortest of those ranks that have any, each measured by its first; [Long#MAX_VALUE] if none
  /// has.
  public long stretch() {
    Walk walk = new Walk();
    long shortest = Long.MAX_VALUE;
    for (Selection selection : selections) {
      if (selection.size() > 0) {
        view.walk(walk, selection);
        walk.seek(0);
        shortest = Math.min(shortest, walk.step() == 1 ? walk.run() : 1);
      }
    }
    return shortest;
  }

  // ---- set arithmetic along an axis: common indices, and the number of those below an index -----

  /// Whether two selections have elements in common. They are products of axis selections, and
  /// overlap where they do along every axis.
  static boolean overlap(Selection one, Selection other) {
    for (int axis = 0; axis < one.rank(); axis++) {
      if (!overlap(one.axis(axis), other.axis(axis))) {
        return false;
      }
    }
    return true;
  }

  /// Whether two axis selections have an index in common, in a time that does not depend on their
  /// length.
  static boolean overlap(AxisSelection one, AxisSelection other) {
    boolean empty = one.count() == 0 || other.count() == 0;
    if (empty || one.start() >= other.end() || other.start() >= one.end()) {
      return false;
    }
    boolean several = one.count() > 1 && other.count() > 1;
    boolean even = several && one.stride() == other.stride();
    return even ? evenly(one, other) : unevenly(one, other);
  }

  /// Axis selections of one stride: `other` lags behind `one` by whole strides and a rest. Each of
  /// its blocks can overlap the one that begins at or before it, and the one after that.
  private static boolean evenly(AxisSelection one, AxisSelection other) {
    long stride = one.stride();
    long whole = Math.floorDiv(other.start() - one.start(), stride);
    long rest = Math.floorMod(other.start() - one.start(), stride);
    return before(one, other, whole, rest) || before(other, one, -whole - 1, stride - rest);
  }

  /// Whether a block of `late` begins inside the block of `early` that is `whole` blocks further on
  /// and begins `rest` before it.
  private static boolean before(AxisSelection early, AxisSelection late, long whole, long rest) {
    long first = Math.max(0, whole);
    long last = Math.min(early.count() - 1, late.count() - 1 + whole);
    long length = first < early.count() - 1 ? early.block() : early.last();
    return first <= last && rest < length;
  }

  /// Axis selections of different strides. The last blocks may be shorter than the others and are
  /// tested by themselves, as are the outermost blocks that reach beyond the other axis selection.
  private static boolean unevenly(AxisSelection one, AxisSelection other) {
    AxisSelection few = one.count() <= other.count() ? one : other;
    AxisSelection many = few.equals(one) ? other : one;
    return few.count() == 1
        ? meets(few, 0, many)
        : meets(few, few.count() - 1, many)
            || meets(many, many.count() - 1, few)
            || whole(few, few.count() - 1, many, many.count() - 1);
  }

  /// Whether a block of an axis selection has an index of another axis selection.
  private static boolean meets(AxisSelection one, long block, AxisSelection other) {
    long from = one.start() + block * one.stride();
    long length = block == one.count() - 1 ? one.last() : one.block();
    return below(other, from + length) > below(other, from);
  }

  /// Whether any of the first blocks of two axis selections overlap, so many of each, which are all
  /// whole.
  private static boolean whole(AxisSelection one, long ones, AxisSelection other, long others) {
    long end = other.start() + (others - 1) * other.stride() + other.block();
    long first =
        Math.max(0, Math.ceilDiv(other.start() - one.block() + 1 - one.start(), one.stride()));
    long last = Math.min(ones - 1, Math.floorDiv(end - 1 - one.start(), one.stride()));
    return first <= last
        && (meets(one, first, other)
            || meets(one, last, other)
            || meetsBetweenEnds(one, first + 1, last - 1, other));
  }

  /// Whether blocks of an axis selection that lie between the ends of another overlap one of its
  /// blocks: their distance behind the block before them advances modulo the other's stride.
  private static boolean meetsBetweenEnds(
      AxisSelection one, long first, long last, AxisSelection other) {
    if (first > last) {
      return false;
    }
    long round = other.stride();
    long width = one.block() + other.block() - 2;
    long begin = one.start() + first * one.stride() + one.block() - 1 - other.start();
    long low = Math.floorMod(-begin, round);
    if (low == 0 || low + width >= round) {
      return true;
    }
    long steps = stepsInto(Math.floorMod(one.stride(), round), round, low, low + width);
    return steps >= 0 && steps <= last - first;
  }

  /// The least number of steps around a circle that lead into an arc of it, by Euclid's algorithm.
  ///
  /// @param low first place of the arc, above 0
  /// @param high its last place
  /// @return -1 if none does; [Long#MAX_VALUE] if there are more than a `long` holds
  private static long stepsInto(long step, long round, long low, long high) {
    if (step == 0) {
      return -1;
    }
    long steps = Math.ceilDiv(low, step);
    if (steps * step <= high) {
      return steps;
    }
    long turns = stepsInto(round % step, step, step - high % step, step - low % step);
    if (turns < 0 || Math.multiplyHigh(round, turns) != 0) {
      return turns < 0 ? -1 : Long.MAX_VALUE;
    }
    return Math.ceilDiv(low + round * turns, step);
  }

  /// The number of an axis selection's indices that are less than `index`.
  static long below(AxisSelection along, long index) {
    if (index <= along.start() || along.count() == 0) {
      return 0;
    }
    long distance = index - along.start();
    long blocks = distance / along.stride();
    if (blocks >= along.count()) {
      return along.size();
    }
    long length = blocks == along.count() - 1 ? along.last() : along.block();
    return blocks * along.block() + Math.min(length, distance - blocks * along.stride());
  }

  /// Whether an axis selection has an index.
  static boolean has(AxisSelection along, long index) {
    return below(along, index + 1) > below(along, index);
  }
}
