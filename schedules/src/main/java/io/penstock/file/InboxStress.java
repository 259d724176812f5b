package io.penstock.file;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// A thread adds to the inbox of one that falls asleep: that sees it, or is woken.
@JCStressTest
@State
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "asleep, and woken")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "woken for nothing")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "seen in time")
@Outcome(id = "false, true", expect = FORBIDDEN, desc = "slept through")
public class InboxStress {
  private final RingPoller.Inbox<String> inbox = new RingPoller.Inbox<>();

  @Actor
  public void add(ZZ_Result result) {
    result.r1 = inbox.add("a batch");
  }

  @Actor
  public void sleep(ZZ_Result result) {
    result.r2 = inbox.fallAsleep();
  }
}
