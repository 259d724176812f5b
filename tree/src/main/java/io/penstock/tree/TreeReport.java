package io.penstock.tree;

import java.util.List;

/// The result of a walk.
///
/// @param entries how many were met, the root among them
/// @param errors how many errors there were
/// @param first the first of the errors, [#MOST] at most
public record TreeReport(long entries, long errors, List<EntryException> first) {
  /// The most errors that a report holds.
  public static final int MOST = 1000;

  /// Checks it.
  public TreeReport {
    first = List.copyOf(first);
    if (errors < first.size()) {
      throw new IllegalArgumentException(errors + " errors, but " + first.size() + " are given");
    }
  }

  /// Whether there was no error.
  public boolean complete() {
    return errors == 0;
  }
}
