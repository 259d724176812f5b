package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A thread takes what a stash keeps, gives it back and takes again while another takes: each has a
/// thing of its own, with all that was written there.
@JCStressTest
@State
@Outcome(id = "its own", expect = ACCEPTABLE, desc = "each has its own")
public class StashStress {
  private final Stash<Thing> stash = new Stash<>(1, Thing::new);
  private Thing mine = new Thing();
  private Thing others = new Thing();
  private int written;

  private static final class Thing {
    private int value = 1;
  }

  public StashStress() {
    stash.give(mine);
  }

  @Actor
  public void takeAgain() {
    Thing first = stash.take();
    first.value = 2;
    stash.give(first);
    mine = stash.take();
  }

  @Actor
  public void take() {
    others = stash.take();
    written = others.value;
  }

  @Arbiter
  public void look(L_Result result) {
    if (mine == others) {
      result.r1 = "shared";
    } else {
      result.r1 = written == 0 ? "half made" : "its own";
    }
  }
}
