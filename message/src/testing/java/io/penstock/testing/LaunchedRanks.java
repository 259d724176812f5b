package io.penstock.testing;

import io.penstock.message.Communicator;
import java.util.Optional;

/// The ranks of a job that a launcher has started, which run the same tests one after the other.
///
/// Each test gets a world of its own, so that what it breaks is broken for it alone. All ranks call
/// these methods in the same order.
public interface LaunchedRanks {
  /// The world in which the ranks say how a test ended.
  Communicator all();

  /// Opens another world.
  ///
  /// @param ranks how many of the first ranks belong to it
  /// @return empty at a rank that does not
  Optional<Communicator> open(int ranks);

  /// Ends the world that was opened last at one of its ranks: in good order, or as the death of the
  /// rank would.
  void end(Optional<Throwable> failure);
}
