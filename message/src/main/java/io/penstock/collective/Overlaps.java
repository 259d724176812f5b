package io.penstock.collective;

/// The rule for elements that several ranks write in one collective operation.
public enum Overlaps {
  /// The highest of these ranks determines them.
  HIGHEST_RANK_WINS,
  /// The operation is refused before anything is written.
  REFUSED
}
