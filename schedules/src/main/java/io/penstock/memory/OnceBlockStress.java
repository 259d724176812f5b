package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// Two threads release one block: one of them succeeds, the other is told.
@JCStressTest
@State
@Outcome(
    id = {"true, false", "false, true"},
    expect = ACCEPTABLE,
    desc = "released once")
public class OnceBlockStress {
  private static final RegionPool POOL =
      new RegionPool("pool", Regions.ofSharedLists(PoolOptions.defaults()), 0) {
        @Override
        void give(OnceBlock block) {}
      };

  private final Block block = new RegionPool.OnceBlock(POOL, Regions.Extent.NOTHING, 0);

  private boolean release() {
    try {
      block.release();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Actor
  public void one(ZZ_Result result) {
    result.r1 = release();
  }

  @Actor
  public void other(ZZ_Result result) {
    result.r2 = release();
  }
}
