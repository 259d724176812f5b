package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// Two threads each want half the credit and one message more: one gets it. Two receivers report
/// what they have done: the total that is told grows, and is told at most once.
@JCStressTest
@State
@Outcome(
    id = {"one, once"},
    expect = ACCEPTABLE,
    desc = "no more than there is")
public class CreditStress {
  private static final long HALF = Credit.WINDOW / 2;
  private static final long QUARTER = Credit.WINDOW / 4;

  private final Credit credit = new Credit();
  private int granted;
  private int told;
  private boolean first;
  private boolean second;
  private boolean firstTold;
  private boolean secondTold;

  @Actor
  public void one() {
    first = credit.take(HALF);
    firstTold = credit.done(QUARTER - Credit.OVERHEAD - 1);
  }

  @Actor
  public void other() {
    second = credit.take(HALF);
    secondTold = credit.done(QUARTER / 2);
  }

  @Arbiter
  public void sum(LL_Result result) {
    granted = (first ? 1 : 0) + (second ? 1 : 0);
    told = (firstTold ? 1 : 0) + (secondTold ? 1 : 0);
    result.r1 = granted == 1 ? "one" : granted + " of them";
    result.r2 = told == 1 && credit.told() >= QUARTER ? "once" : told + " times";
  }
}
