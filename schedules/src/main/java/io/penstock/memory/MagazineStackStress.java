package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// One thread pops a magazine while another pops two and pushes the first back: none is lost, none
/// in two places.
@JCStressTest
@State
@Outcome(id = MagazineTurns.KEPT, expect = ACCEPTABLE, desc = "each is in one place")
public class MagazineStackStress {
  private final MagazineTurns turns = new MagazineTurns(Depot.MagazineStack::new);

  @Actor
  public void pop() {
    turns.pop();
  }

  @Actor
  public void pushBack() {
    turns.pushBack();
  }

  @Arbiter
  public void count(L_Result result) {
    result.r1 = turns.outcome();
  }

  /// A planted bug: a stack that does not count pushes.
  @JCStressTest
  @State
  @Outcome(id = MagazineTurns.KEPT, expect = ACCEPTABLE, desc = "each is in one place")
  public static class PlantedWithoutStamp {
    private final MagazineTurns turns = new MagazineTurns(MagazineTurns.Stampless::new);

    @Actor
    public void pop() {
      turns.pop();
    }

    @Actor
    public void pushBack() {
      turns.pushBack();
    }

    @Arbiter
    public void count(L_Result result) {
      result.r1 = turns.outcome();
    }
  }
}
