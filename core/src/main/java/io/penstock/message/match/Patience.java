package io.penstock.message.match;

/// A waiting strategy: how long a thread spins before it sleeps, and what it does between two
/// looks. Safe for any thread.
public sealed interface Patience permits YieldingPatience, SpinningPatience, TurnTakingPatience {
  /// Passes the time between two looks.
  ///
  /// @param sinceNanos when something came last
  void pause(long sinceNanos);

  /// Notes that looking was worth it.
  void rewarded(long nowNanos);

  /// Whether a thread that has been looking since then should sleep.
  boolean isOver(long sinceNanos, long nowNanos);
}
