package io.penstock.message.match;

/// Looks without a pause, for long: for ranks that have a processor each and that nobody can wake.
///
/// Others may run now and then, because whoever is waited for may be on the same processor after
/// all. Where strangers are at work this would hand them slice after slice, so that two ranks are
/// hardly ever awake at the same time: then a thread keeps what time it has.
public final class SpinningPatience implements Patience {
  private static final long LOOKING_NANOS = 5_000_000;
  private static final long ALONE_NANOS = 50_000;

  private final Strangers strangers = new Strangers();

  @Override
  public void pause(long sinceNanos) {
    long now = System.nanoTime();
    if (now - sinceNanos > ALONE_NANOS && !strangers.areHere(now)) {
      strangers.letRun(now);
    }
  }

  @Override
  public void rewarded(long nowNanos) {
    strangers.forget(nowNanos);
  }

  @Override
  public boolean isOver(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > LOOKING_NANOS;
  }
}
