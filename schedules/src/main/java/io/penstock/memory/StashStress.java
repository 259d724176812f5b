package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// Two threads take, use and give back what a stash keeps: what one has, and all that it wrote
/// there, is its own.
@JCStressTest
@State
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "each had its own")
public class StashStress {
  private static final int USES = 4;

  /// Room for one thing, so that threads meet.
  private final Stash<Thing> stash = new Stash<>(1, Thing::new);

  private static final class Thing {
    private int users;

    boolean use() {
      users++;
      boolean alone = users == 1;
      users--;
      return alone;
    }
  }

  private boolean use() {
    boolean alone = true;
    for (int i = 0; i < USES; i++) {
      Thing thing = stash.take();
      alone &= thing.use();
      stash.give(thing);
    }
    return alone;
  }

  @Actor
  public void one(ZZ_Result result) {
    result.r1 = use();
  }

  @Actor
  public void other(ZZ_Result result) {
    result.r2 = use();
  }
}
