package io.penstock.collective;

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

  private static int[] overlap(List<Selection> selections) {
    for (int one = 0; one < selections.size(); one++) {
      for (int other = one + 1; other < selections.size(); other++) {
        if (Combs.overlap(selections.get(one), selections.get(other))) {
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
}
