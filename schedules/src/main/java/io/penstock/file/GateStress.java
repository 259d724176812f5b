package io.penstock.file;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A thread that goes in and out of a gate so often that it owns a stripe of it, while another
/// closes it: when it is closed nobody is inside, and what was done inside is seen.
@JCStressTest
@State
@Outcome(id = "outside", expect = ACCEPTABLE, desc = "nobody is inside")
public class GateStress {
  /// More than it takes to own a stripe.
  private static final int OFTEN = 4000;

  private final Gate gate = new Gate();
  private boolean inside;

  @Actor
  public void pass() {
    for (int i = 0; i < OFTEN && gate.enter(); i++) {
      inside = true;
      inside = false;
      gate.leave();
    }
  }

  @Actor
  public void close(L_Result result) {
    boolean closed = gate.close();
    result.r1 = closed && !inside ? "outside" : "inside";
  }
}
