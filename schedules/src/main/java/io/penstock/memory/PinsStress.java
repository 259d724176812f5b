package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// A thread writes into pinned memory and takes its pin away while the owner ends the lease: the
/// lease ends behind the write or not at all, and no pin is lost.
@JCStressTest
@State
@Outcome(id = "written, open", expect = ACCEPTABLE, desc = "ended behind the write")
@Outcome(id = "pinned, open", expect = ACCEPTABLE, desc = "refused while it is pinned")
public class PinsStress {
  private final Pins pins = new Pins();
  private int memory;

  public PinsStress() {
    pins.addPin();
    pins.addPin();
  }

  @Actor
  public void write() {
    memory = 1;
    pins.removePin();
  }

  @Actor
  public void end(LL_Result result) {
    pins.removePin();
    try {
      pins.end();
      result.r1 = memory == 1 ? "written" : "ended in use";
    } catch (IllegalStateException e) {
      result.r1 = "pinned";
    }
  }

  @Arbiter
  public void endAtLast(LL_Result result) {
    if (pins.hasEnded()) {
      pins.resume();
    }
    try {
      pins.end();
      result.r2 = "open";
    } catch (IllegalStateException e) {
      result.r2 = "a pin is left";
    }
  }
}
