package io.penstock.message.match;

/// Lets others run after each look, for long: for ranks that share processors and that nobody can
/// wake.
public final class TurnTakingPatience implements Patience {
  private static final long LOOKING_NANOS = 5_000_000;

  @Override
  @SuppressWarnings("ThreadPriorityCheck")
  public void pause(long sinceNanos) {
    Thread.yield();
  }

  @Override
  public void rewarded(long nowNanos) {}

  @Override
  public boolean isOver(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > LOOKING_NANOS;
  }
}
