package io.penstock.message.ranks;

import io.penstock.message.match.Condition;

/// Met when a step is done, or there is a reason to look into why it is not.
final class Patience implements Condition {
  private final Condition step;
  private final Condition notice;
  private final long end;

  /// @param nanos when to look at the latest
  Patience(Condition step, Condition notice, long nanos) {
    this.step = step;
    this.notice = notice;
    this.end = System.nanoTime() + nanos;
  }

  @Override
  public boolean met() {
    return step.met() || notice.met() || System.nanoTime() - end >= 0;
  }
}
