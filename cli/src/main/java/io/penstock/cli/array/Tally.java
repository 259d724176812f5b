package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.convert.Integers;
import java.util.List;

/// Counts and sums of the numbers seen so far. Not thread-safe.
sealed interface Tally permits ByteTally, NarrowTally, IntegerTally, FloatTally {
  /// Adds the first `count` elements of an array.
  void add(Object array, int count, Scratch scratch);

  /// Adds what another tally of the same kind has seen.
  void merge(Tally other);

  Summary summary();

  /// Empty tallies for an array of `type`: one, or one each for the parts of complex numbers.
  static List<Tally> of(DataType type) {
    if (type.bytes() == 1) {
      return List.of(new ByteTally(type));
    }
    if (Integers.holds(type)) {
      return List.of(
          type.bytes() == Integer.BYTES ? new NarrowTally(type) : new IntegerTally(type));
    }
    return type.components() == 1
        ? List.of(FloatTally.every(0, 1))
        : List.of(FloatTally.every(0, 2), FloatTally.every(1, 2));
  }
}
