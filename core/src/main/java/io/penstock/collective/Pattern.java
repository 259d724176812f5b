package io.penstock.collective;

import io.penstock.array.Selection;
import io.penstock.array.pack.Walk;
import java.util.List;
import java.util.Optional;

/// The access pattern of all ranks in one operation, known to all of them.
///
/// @param view what is selected from
/// @param selections by rank
/// @param meeting of a write: two ranks whose selections have elements in common, if there are any
public record Pattern(View view, List<Selection> selections, Optional<Ranks> meeting) {
  /// Two ranks, the lower one first.
  public record Ranks(int one, int other) {}

  /// Copies the list.
  public Pattern {
    selections = List.copyOf(selections);
  }

  /// Finds out whether selections meet, where that matters.
  static Pattern of(Direction direction, View view, List<Selection> selections) {
    return new Pattern(
        view, selections, direction == Direction.WRITE ? meeting(selections) : Optional.empty());
  }

  private static Optional<Ranks> meeting(List<Selection> selections) {
    for (int one = 0; one < selections.size(); one++) {
      for (int other = one + 1; other < selections.size(); other++) {
        if (Meeting.of(selections.get(one), selections.get(other))) {
          return Optional.of(new Ranks(one, other));
        }
      }
    }
    return Optional.empty();
  }

  /// How many elements are moved by all ranks together.
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

  /// How long the stretches are, in elements, in which the ranks' elements lie in the file: of
  /// those ranks that have any, the shortest. Each rank's own are measured by their first.
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
