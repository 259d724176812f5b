package io.penstock.message.match;

/// Looks for a tenth of a millisecond and lets others run between looks.
///
/// On processors that have nothing else to do, looking is worth more than it costs: to wake a
/// sleeping thread takes tens of microseconds. Between looks others may run, because whoever is
/// waited for may have the same processor, and comes to nothing while somebody spins there. On busy
/// processors both are ruinous: who looks uses up the time for which others wait, and who lets
/// others run gets his turn again when their time is over. Then a thread looks for a moment only.
public final class YieldingPatience implements Patience {
  private static final long LONG_NANOS = 100_000;
  private static final long SHORT_NANOS = 3_000;

  private final boolean crowded;
  private final Strangers strangers = new Strangers();

  /// @param ranks how many may be looking at the same time on this machine
  public YieldingPatience(int ranks) {
    this.crowded = ranks > Runtime.getRuntime().availableProcessors();
  }

  @Override
  public void pause(long sinceNanos) {
    long now = System.nanoTime();
    if (isBusy(now)) {
      Thread.onSpinWait();
    } else {
      strangers.letRun(now);
    }
  }

  @Override
  public void rewarded(long nowNanos) {
    strangers.forget(nowNanos);
  }

  @Override
  public boolean isOver(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > (isBusy(nowNanos) ? SHORT_NANOS : LONG_NANOS);
  }

  private boolean isBusy(long nowNanos) {
    return crowded || strangers.areHere(nowNanos);
  }
}
